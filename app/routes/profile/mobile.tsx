import { useOutletContext } from 'react-router'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/mobile'
import { type AccountFrame, AccountMenu } from './account-menu.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'account')
  return { meta: { title: t('title'), description: t('description') } }
}

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
