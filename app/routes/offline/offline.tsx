import { BareFrame } from '#app/features/frame/bare-frame.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'

export const handle: PageHandle = {
  title: 'offline/title',
  description: 'offline/text',
  areas: ['offline'],
  noJs: true,
  noIndex: true,
  ownFrame: true,
  query: [],
}

/**
 * The page that the site's service worker shows in place of any page without a network: it contains everything that it
 * needs.
 */
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
            {/* biome-ignore lint/a11y/useValidAnchor: it leads to the address that the browser shows, of the page
                that could not be loaded */}
            <a className="btn btn-go btn-lg" href="">
              {common('error.again')}
            </a>
            {/* The service worker fills it with the stored trips: `features/offline/serve-trips.ts`. */}
            <div data-trips={t('trips')} />
          </div>
        </div>
      </main>
    </BareFrame>
  )
}
