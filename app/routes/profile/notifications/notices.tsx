import { Link } from 'react-router'
import { clockOf } from '#app/features/account/clock.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/notices'

export const handle: PageHandle = {
  title: 'notices/title',
  description: 'notices/description',
  areas: ['notices'],
  query: [],
}

/** The person's recent notifications, and by which channels they were sent. */
export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { results } = await apiOf(context).notifications.list()
  return {
    notices: results.map(({ at, ...notice }) => ({ ...notice, at: clockOf(at, language) })),
  }
}

export default function Notices({ loaderData: { notices } }: Route.ComponentProps) {
  const t = useText('notices')
  return (
    <>
      <h1>{t('title')}</h1>
      <p>
        <Link to="/profile/profile#notifications-title">{t('settings')}</Link>
      </p>
      {notices.length === 0 && <EmptyState title={t('empty')} />}
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </>
  )
}

function Notice({ notice }: { notice: Route.ComponentProps['loaderData']['notices'][number] }) {
  const t = useText('notices')
  const { id, title, body, path, at, sent } = notice
  const ways = sent.map(({ channel, status }) => `${t(`channel.${channel}`)}: ${t(`status.${status}`)}`)
  return (
    // No landmark of its own: several may have one title.
    <article className="card stack" id={`notice-${id}`}>
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <p dir="auto">{body}</p>
      <p className="sm mute">{at}</p>
      <ul className="sm mute">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
        {ways.length === 0 && <li>{t('onlyHere')}</li>}
      </ul>
      {path && (
        <p>
          {/* Written with the language of the notification, which may be another than the page's. */}
          <a className="btn btn-s" href={path}>
            {t('open')}
            <span className="vh">: {title}</span>
          </a>
        </p>
      )}
    </article>
  )
}
