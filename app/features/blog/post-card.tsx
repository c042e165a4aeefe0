import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { sceneOf } from './post-scenes.ts'

interface PostCardProps {
  slug: string
  language: string
  title: string
  description: string
  picture: string | null
  published: string
  minutes: number
}

/** A post in a list: the link of its title covers the card. */
export function PostCard({ post, lazy }: { post: PostCardProps; lazy?: boolean }) {
  const t = useText('blog')
  const { language } = useLanguage()
  const scene = sceneOf(post.picture)
  return (
    <li className="card post item">
      {scene && <img src={scene} alt="" width={240} height={120} loading={lazy ? 'lazy' : undefined} />}
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
