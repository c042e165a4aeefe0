import { useOutletContext } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { type AccountFrame, AccountMenu } from './account-menu.tsx'

export const handle: PageHandle = { title: 'account/title', description: 'account/description' }

/** The profile's menu as a page, for screens that have no room for its drawer (§2). */
export default function ProfileMenu() {
  const t = useText('account')
  const account = useOutletContext<AccountFrame>()
  return (
    <div className="narrow stack pt-6">
      <h1 className="vh">{t('title')}</h1>
      <AccountMenu account={account} path="/profile/mobile" inCard />
    </div>
  )
}
