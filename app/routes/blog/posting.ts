import { sharedCover } from '#app/features/blog/post-picture.tsx'
import { sceneOf } from '#app/features/blog/post-scenes.ts'
import { localeTag, pathIn } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ApiClient } from '#app/web/api.server.ts'

type Post = Awaited<ReturnType<ApiClient['content']['post']>>

/** A post for search engines. */
export function blogPosting(post: Post, { origin, brand }: { origin: string; brand: string }): object {
  const language = post.language as Language
  const url = origin + pathIn(language, `/blog/${post.slug}`)
  const picture = sharedCover(post.picture) ?? sceneOf(post.picture)
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    inLanguage: localeTag(language),
    datePublished: post.published,
    dateModified: post.updated,
    author: { '@type': 'Person', name: post.author, ...(post.author_url && { url: post.author_url }) },
    publisher: { '@type': 'Organization', name: brand, url: origin, logo: `${origin}/brand/icon-512.png` },
    mainEntityOfPage: url,
    url,
    image: `${origin}${picture ?? '/brand/icon-512.png'}`,
    keywords: post.tags.map(({ name }) => name).join(', '),
    commentCount: post.comments,
  }
}
