import { localeTag, pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/feed'

const ENTRIES = 20
const PUBLIC_SECONDS = 600

/**
 * The latest posts as an Atom feed (RFC 4287). An entry's id is the address of its number, which stays the same when
 * the slug changes.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const t = textFor(language, 'blog')
  const { results } = await apiOf(context).content.posts({ size: ENTRIES })
  const address = (path: string) => escaped(origin + pathIn(language, path))
  const entries = results.map(
    (post) => `
  <entry${post.language === language ? '' : ` xml:lang="${post.language}"`}>
    <id>${address(`/blog/v/${post.id}`)}</id>
    <title>${escaped(post.title)}</title>
    <link rel="alternate" type="text/html" href="${address(`/blog/${post.slug}`)}"/>
    <published>${post.published}T00:00:00Z</published>
    <updated>${post.updated}T00:00:00Z</updated>
    <author><name>${escaped(post.author)}</name></author>
    <summary>${escaped(post.description)}</summary>${post.tags
      .map(({ slug, name }) => `\n    <category term="${slug}" label="${escaped(name)}"/>`)
      .join('')}
  </entry>`,
  )
  const updated =
    results
      .map((post) => post.updated)
      .sort()
      .at(-1) ?? '2026-01-01'
  const brand = config.brand.name[language]
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${localeTag(language)}">
  <id>${address('/blog')}</id>
  <title>${escaped(t('heading', { brand }))}</title>
  <subtitle>${escaped(t('intro'))}</subtitle>
  <link rel="self" type="application/atom+xml" href="${address('/blog/feed.xml')}"/>
  <link rel="alternate" type="text/html" href="${address('/blog')}"/>
  <updated>${updated}T00:00:00Z</updated>
  <author><name>${escaped(brand)}</name></author>${entries.join('')}
</feed>
`
  return new Response(feed, {
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': `public, max-age=${PUBLIC_SECONDS}`,
    },
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
