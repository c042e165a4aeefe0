import { useOutletContext } from 'react-router'
import { AccountLinks } from '#app/features/desk/account-links.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from './shell/desk-frame.ts'
import { DeskEntries } from './shell/desk-menu.tsx'

export const handle: PageHandle = { title: 'desk/nav.more', noJs: true }

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
