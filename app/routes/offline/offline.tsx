import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { BareFrame } from '#app/ui/layout/bare-frame.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/offline'

export const handle: PageHandle = { areas: ['offline'], noJs: true, noIndex: true, ownFrame: true, query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'offline')
  return { meta: { title: t('title'), description: t('text') } }
}

/** What the site's worker shows in place of any page while there is no network: it has all that it needs inside. */
export default function Offline() {
  const t = useText('offline')
  const common = useText('common')
  return (
    <BareFrame>
      <main id="main" tabIndex={-1}>
        <div className="wrap">
          <div className="oops">
            <div className="road" aria-hidden="true" />
            <h1 className="pt-4">{t('title')}</h1>
            <p className="soft">{t('text')}</p>
            {/* biome-ignore lint/a11y/useValidAnchor: it leads to the address that the browser shows, of the page which could not be had */}
            <a className="btn btn-go btn-lg" href="">
              {common('error.again')}
            </a>
            {/* The worker fills it with what it has kept: `features/offline/serve-trips.ts`. */}
            <div data-trips={t('trips')} />
          </div>
        </div>
      </main>
    </BareFrame>
  )
}
