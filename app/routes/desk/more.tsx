import { useOutletContext } from 'react-router'
import { AccountLinks } from '#app/features/desk/account-links.tsx'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/more'
import type { DeskFrame } from './shell/desk-frame.ts'
import { DeskEntries } from './shell/desk-menu.tsx'

export const handle: PageHandle = { noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  return { meta: { title: t('nav.more'), description: t('description') } }
}

/** The whole menu, for phones. */
export default function DeskMore() {
  const t = useText('desk')
  const frame = useOutletContext<DeskFrame>()
  return (
    <>
      <h1 className="head">{t('nav.more')}</h1>
      <div className="card list">
        <nav aria-label={t('nav.more')}>
          <DeskEntries frame={frame} path="" />
        </nav>
        <AccountLinks />
      </div>
    </>
  )
}
