import { data } from 'react-router'
import { addressIn, pageAddresses, vehicleAddresses } from '#app/features/crawlers/addresses.server.ts'
import { xmlAnswer } from '#app/features/crawlers/xml-answer.server.ts'
import { isLanguage } from '#app/i18n/language.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/sitemap-part'

/** A sitemap: `en-pages.xml`, `de-vehicles-1.xml`. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { config, origin } = context.get(siteContext)
  const [, language, part] = /^([a-z]{2})-(?:pages|vehicles-([1-9]\d{0,3}))\.xml$/.exec(params.name) ?? []
  if (!isLanguage(language) || !config.brand.languages.includes(language)) throw data(null, { status: 404 })
  const api = apiOf(context)
  const found = part ? await vehicleAddresses(api, Number(part)) : { addresses: await pageAddresses(api), parts: 1 }
  if (Number(part ?? 1) > found.parts) throw data(null, { status: 404 })
  return xmlAnswer(
    'urlset',
    found.addresses.map((address) => ({
      element: 'url',
      address: addressIn(language, origin, address),
      updated: address.updated,
    })),
  )
}
