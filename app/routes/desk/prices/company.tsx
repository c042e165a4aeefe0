import { useOutletContext } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import { mayPrice } from '../shell/may-price.ts'
import type { Route } from './+types/company'
import { changePrices, loadPrices } from './prices.server.ts'
import { PricesPage } from './prices-page.tsx'

const PATH = '/desk/company/prices'

export const handle: PageHandle = {
  areas: ['prices', 'errors'],
  noJs: true,
  query: ['month', 'length', 'vehicle', 'season'],
}

export function loader({ context, url }: Route.LoaderArgs) {
  return loadPrices(context, url, {})
}

export function action({ context, request }: Route.ActionArgs) {
  return changePrices(context, request, { path: PATH })
}

/** The price rules for all vehicles of the company. */
export default function CompanyPrices({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('prices')
  const desk = useText('desk')
  const { language } = useLanguage()
  const frame = useOutletContext<DeskFrame>()
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('nav.company'), href: pathIn(language, '/desk/company') }, { label: t('title') }]}
      />
      <PricesPage {...loaderData} path={PATH} title={t('title')} reply={actionData?.form}>
        {mayPrice(frame) && (
          <a className="btn" href={pathIn(language, '/desk/company/tiers')}>
            {t('lengthsForAll.title')}
          </a>
        )}
      </PricesPage>
    </>
  )
}
