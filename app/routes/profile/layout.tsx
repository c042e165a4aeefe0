import { Outlet, useLocation } from 'react-router'
import { localDigits } from '#app/i18n/numerals.ts'
import { formatPhone } from '#app/rules/phone.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/layout'
import { type AccountFrame, AccountMenu } from './account-menu.tsx'

/** Every page of the profile area is its owner's alone (§6): never kept, never indexed. */
export const handle: PageHandle = { areas: ['account'], private: true, noIndex: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  // Needs a sign-in, and so guards the whole area.
  const { fullname, country_code, phone, is_agency, credit, credit_currency } = await apiOf(context).account.profile({
    currency,
  })
  const account: AccountFrame = {
    name: fullname,
    phone: localDigits(formatPhone(country_code + phone), language),
    isAgency: is_agency,
    wallet: { balance: credit, currency: credit_currency.code },
  }
  return { account }
}

/** The profile's drawer beside its pages from 900 px on; below, `/profile/mobile` is the menu (§2, "Layouts"). */
export default function ProfileLayout({ loaderData: { account } }: Route.ComponentProps) {
  const { pathname } = useLocation()
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
