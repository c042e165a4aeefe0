import { latestOf, pageAddresses, vehicleAddresses } from '#app/features/crawlers/addresses.server.ts'
import { xmlAnswer } from '#app/features/crawlers/xml-answer.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/sitemap'

/** The index of all sitemaps: for each language its pages, and its vehicles in parts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { config, origin } = context.get(siteContext)
  const api = apiOf(context)
  const [pages, vehicles] = await Promise.all([pageAddresses(api), vehicleAddresses(api, 1)])
  const parts = Array.from({ length: vehicles.parts }, (_, index) => `vehicles-${index + 1}`)
  const maps = config.brand.languages.flatMap((one) => [
    { name: `${one}-pages`, updated: latestOf(pages) },
    ...parts.map((part) => ({ name: `${one}-${part}`, updated: vehicles.latest })),
  ])
  return xmlAnswer(
    'sitemapindex',
    maps.map(({ name, updated }) => ({ element: 'sitemap', address: `${origin}/sitemaps/${name}.xml`, updated })),
  )
}
