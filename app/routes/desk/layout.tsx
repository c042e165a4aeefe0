import { data, Outlet, redirect, useLocation } from 'react-router'
import { languageOf } from '#app/i18n/language.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { rolesOfPage } from '#app/rules/access/desk-page.ts'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer, notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import '../../../styles/desk.css'
import '../../../styles/company-desk.css'
import type { Route } from './+types/layout'
import { DeskBar } from './shell/desk-bar.tsx'
import type { DeskFrame } from './shell/desk-frame.ts'
import { DeskRail, DeskTabs } from './shell/desk-menu.tsx'
import { RefusedPage } from './shell/refused-page.tsx'

/** A company's desk: for its staff only, in a frame of its own. For people without a company, its pages are 404s. */
export const handle: PageHandle = {
  description: 'desk/description',
  areas: ['desk', 'shell', 'voucher'],
  private: true,
  noIndex: true,
  ownFrame: true,
  bodyClass: 'desk',
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const frame = await frameOrNothing(context)
  // From the desk's first page they are redirected to one that explains it, and how to join.
  if (!frame) throw isDoor(url.pathname) ? redirect('/partner', 303) : notFound()
  const status = mayOpen(frame, languageOf(url.pathname).rest) ? 200 : 403
  return data({ frame, brand: config.brand.name[language] }, { status })
}

function mayOpen({ role }: DeskFrame, path: string): boolean {
  return role === null || rolesOfPage(path).includes(role)
}

async function frameOrNothing(context: Route.LoaderArgs['context']) {
  try {
    return await apiOf(context).company.settings.frame({})
  } catch (error) {
    if (isNotFoundAnswer(error)) return undefined
    throw error
  }
}

/** The path may or may not contain the language. */
const isDoor = (path: string) => /^(\/[a-z]{2})?\/desk\/?$/.test(path)

export default function DeskLayout({ loaderData: { frame, brand } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  return (
    <>
      <DeskBar frame={frame} brand={brand} path={pathname + search} />
      <div className="wrap desk-cols">
        <DeskRail frame={frame} path={pathname} />
        <main id="main" tabIndex={-1}>
          {frame.company.suspended && <Suspended />}
          {mayOpen(frame, pathname) ? <Outlet context={frame} /> : <RefusedPage frame={frame} path={pathname} />}
        </main>
      </div>
      <DeskTabs path={pathname} frame={frame} />
    </>
  )
}

function Suspended() {
  const t = useText('desk')
  return (
    <Note kind="warn">
      <p>{t('suspended')}</p>
    </Note>
  )
}
