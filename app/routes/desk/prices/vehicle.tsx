import { RowId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { notFound } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/vehicle'
import { changePrices, loadPrices } from './prices.server.ts'
import { PricesPage } from './prices-page.tsx'

export const handle: PageHandle = { areas: ['prices', 'errors'], noJs: true, query: ['month', 'length', 'season'] }

export function loader({ context, params, url }: Route.LoaderArgs) {
  return loadPrices(context, url, { ad: adOf(params.id) })
}

export function action({ context, params, request }: Route.ActionArgs) {
  const ad = adOf(params.id)
  return changePrices(context, request, { ad, path: pathOf(ad) })
}

/** The prices of one vehicle, and the company's rules that apply to it. */
export default function VehiclePrices({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('prices')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { id = 0, title = '' } = loaderData.settings.vehicle ?? {}
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') },
          { label: title, href: pathIn(language, `/desk/fleet/${id}`) },
          { label: t('title') },
        ]}
      />
      <PricesPage {...loaderData} path={pathOf(id)} title={t('titleOf', { title })} reply={actionData?.form} />
    </>
  )
}

const pathOf = (ad: number) => `/desk/fleet/${ad}/prices`

function adOf(given: string | undefined): number {
  const id = RowId.safeParse(given)
  if (!id.success) throw notFound()
  return id.data
}
