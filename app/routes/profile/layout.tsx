import { Outlet, useLocation } from 'react-router'
import { unreadChats } from '#app/features/chat/unread.server.ts'
import { useUnreadOfPage } from '#app/features/chat/unread-of-page.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { personOf } from '#app/web/session/cookie/session-cookie.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import { ownProfile } from '#app/web/session/own-profile.server.ts'
import { rememberPerson, viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/layout'
import { type AccountFrame, AccountMenu } from './account-menu.tsx'

/**
 * Every page of the profile area is its owner's alone (§6): never kept, never indexed. Its scripts wait for nobody: who is
 * signed in may be asked for notifications (§4).
 */
export const handle: PageHandle = { areas: ['account'], private: true, noIndex: true, eager: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const api = apiOf(context)
  // Needs a sign-in, and so guards the whole area.
  const profile = await ownProfile(context, currency)
  const { fullname, country_code, phone, credit, credit_currency, avatar_id } = profile
  // Set on another device: this one's pages showed the old picture, or none, or read another clock.
  const viewer = viewerOf(context)
  if (viewer?.avatar !== avatar_id || viewer?.timeZone !== profile.time_zone) rememberPerson(context, personOf(profile))
  const [chats, tickets] = await Promise.all([
    unreadChats(context),
    decoration(context, 'unread tickets', api.support.unreadTickets(), { count: 0 }),
  ])
  const account: AccountFrame = {
    name: fullname,
    avatar: avatar_id,
    phone: localDigits(formatPhone(country_code + phone), language),
    isAgency: profile.is_agency,
    isCompanyOwner: profile.is_company_owner,
    isOperator: profile.is_admin,
    wallet: { balance: credit, currency: credit_currency.code },
    unread: { chat: chats, ticketing: tickets.count },
  }
  return { account }
}

/** The profile's drawer beside its pages from 900 px on; below, `/profile/mobile` is the menu (§2, "Layouts"). */
export default function ProfileLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const unreadOfPage = useUnreadOfPage()
  const { unread } = loaderData.account
  const account = { ...loaderData.account, unread: { ...unread, chat: unreadOfPage ?? unread.chat } }
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        {pathname === '/profile/mobile' ? (
          <Outlet context={account} />
        ) : (
          <div className="cols cols-f pt-6">
            <aside className="only-l side">
              <div className="card stack">
                <AccountMenu account={account} path={pathname} />
              </div>
            </aside>
            <div className="stack">
              <Outlet context={account} />
            </div>
          </div>
        )}
      </div>
    </main>
  )
}
