import { redirect } from 'react-router'
import { placesOnMap } from '#app/features/map/places.server.ts'
import { PlacesPage } from '#app/features/map/places-page.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/map'

export const handle: PageHandle = { areas: ['map'], noIndex: true, query: [] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const company = await apiOf(context).companies.read({ id: params.id })
  if (company.slug !== params.id) throw redirect(`/companies/${company.slug}/map${url.search}`, 301)
  const t = textFor(language, 'companies')
  const title = `${t('places.title')}: ${company.name}`
  return {
    meta: { title, description: title },
    crumbs: [
      { label: t('crumb'), href: pathIn(language, '/companies') },
      { label: company.name, href: pathIn(language, `/companies/${company.slug}`) },
      { label: t('places.title') },
    ],
    title,
    maps: company.cities.map((city) => ({
      key: city.slug,
      name: city.name,
      alt: t('places.map', { name: company.name, city: city.name }),
      ...placesOnMap(
        context,
        company.places.filter((place) => place.city.id === city.id).map((place) => ({ ...place, href: undefined })),
      ),
    })),
  }
}

/** The company's places of hand-over on maps that can be moved. */
export default function CompanyMap({ loaderData }: Route.ComponentProps) {
  return <PlacesPage {...loaderData} />
}
