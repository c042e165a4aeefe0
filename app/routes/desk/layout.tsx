import { Outlet, useLocation } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import '../../../styles/desk.css'
import '../../../styles/company-desk.css'
import type { Route } from './+types/layout'
import { DeskBar } from './shell/desk-bar.tsx'
import { DeskRail, DeskTabs } from './shell/desk-menu.tsx'

/** A company's desk: for its staff alone, in a frame of its own. Who works for no company finds nothing here. */
export const handle: PageHandle = {
  areas: ['desk', 'voucher'],
  private: true,
  noIndex: true,
  ownFrame: true,
  bodyClass: 'desk',
}

export async function loader({ context }: Route.LoaderArgs) {
  const { config, language } = context.get(siteContext)
  const frame = await apiOf(context).desk.frame({})
  return { frame, brand: config.brand.name[language] }
}

export default function DeskLayout({ loaderData: { frame, brand } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  return (
    <>
      <DeskBar frame={frame} brand={brand} path={pathname + search} />
      <div className="wrap desk-cols">
        <DeskRail frame={frame} path={pathname} />
        <main id="main" tabIndex={-1}>
          <Outlet context={frame} />
        </main>
      </div>
      <DeskTabs path={pathname} frame={frame} />
    </>
  )
}
