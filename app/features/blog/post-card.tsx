import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PostPicture } from './post-picture.tsx'

interface PostCardProps {
  slug: string
  language: string
  title: string
  description: string
  picture: string | null
  picture_alt: string | null
  published: string
  minutes: number
}

/** A post in a list: the link of its title covers the card. */
export function PostCard({ post, lazy }: { post: PostCardProps; lazy?: boolean }) {
  const t = useText('blog')
  const { language } = useLanguage()
  return (
    <li className="card post item">
      <PostPicture picture={post.picture} alt={post.picture_alt} size="card" lazy={lazy} />
      <div className="stack stack-2" lang={post.language === language ? undefined : post.language}>
        <h2 className="text-lg">
          <a href={pathIn(language, `/blog/${post.slug}`)}>{post.title}</a>
        </h2>
        <p className="soft sm">{post.description}</p>
        <p className="xs mute">
          <time dateTime={post.published}>{formatDate(post.published, language, 'long')}</time>
          {' · '}
          {t('minutes', { n: formatNumber(post.minutes, language) })}
        </p>
      </div>
    </li>
  )
}
