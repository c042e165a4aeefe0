import { redirect } from 'react-router'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { PlacesPage } from '#app/features/map/places-page.tsx'
import { nameOf } from '#app/i18n/format/names.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/map'

export const handle: PageHandle = { areas: ['map'], noIndex: true, query: [] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { city, offices } = await apiOf(context).places.cityGuide({ city: params.cityName })
  const page = `/city/${encodeURIComponent(city.name)}`
  if (params.cityName.normalize('NFC') !== city.name) throw redirect(`${page}/map${url.search}`, 301)
  const t = textFor(language, 'city')
  const { places, source } = placesOnMap(context, offices)
  return {
    meta: { title: t('offices.map', { city: city.name }), description: t('title', { city: city.name }) },
    cityNames: Object.fromEntries(LANGUAGES.map((other) => [other, nameOf(city, other)])),
    crumbs: [
      { label: t('list.title'), href: pathIn(language, '/city') },
      { label: city.name, href: pathIn(language, page) },
      { label: t('offices.title') },
    ],
    title: t('offices.map', { city: city.name }),
    maps: [
      {
        key: city.slug,
        name: undefined,
        source,
        alt: t('offices.map', { city: city.name }),
        places: places.map((place) => ({
          ...place,
          name: place.company.name,
          href: pathIn(language, `/companies/${place.company.slug}`),
        })),
      },
    ],
  }
}

/** The offices of a city on a map that can be moved. */
export default function CityMap({ loaderData }: Route.ComponentProps) {
  return <PlacesPage {...loaderData} />
}
