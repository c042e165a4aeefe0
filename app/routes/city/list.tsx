import { KINDS, type Kind } from '#app/features/booking/book-address.ts'
import { offersPath } from '#app/features/city/offers-address.ts'
import { breadcrumbsData } from '#app/features/structured-data/breadcrumbs.ts'
import { CITY_SCENES } from '#app/features/vehicle/scenes.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/list'

export const handle: PageHandle = { areas: ['city', 'offers'], noJs: true, query: [] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies, origin } = context.get(siteContext)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const { places } = apiOf(context)
  const [{ results }, cars, motors] = await Promise.all([
    places.rentCities({ currency }),
    places.rentCities({ currency, category: KINDS.car }),
    places.rentCities({ currency, category: KINDS.motor }),
  ])
  const withAds = Object.entries({ car: cars, motor: motors }).map(
    ([kind, { results }]) => [kind as Kind, new Set(results.filter(({ ads }) => ads > 0).map(({ id }) => id))] as const,
  )
  const t = textFor(language, 'city')
  const crumbs = [
    { label: textFor(language, 'common')('nav.search'), href: pathIn(language, '/') },
    { label: t('list.title') },
  ]
  return {
    meta: {
      title: t('list.metaTitle'),
      description: t('list.description'),
      jsonLd: [breadcrumbsData(crumbs, origin)],
    },
    crumbs,
    currency,
    count: results.length,
    countries: [...Map.groupBy(results, ({ country }) => country.name)].map(([name, cities]) => ({
      name,
      cities: cities.map((city) => ({
        ...{ name: city.name, slug: city.slug, ads: city.ads, price: city.price_from },
        kinds: withAds.flatMap(([kind, ids]) => (ids.has(city.id) ? [kind] : [])),
      })),
    })),
  }
}

/** Every city with vehicles on offer, by country. */
export default function Cities({ loaderData: { count, countries, currency, crumbs } }: Route.ComponentProps) {
  const t = useText('city')
  const offers = useText('offers')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={crumbs} />
        <div className="page-head">
          <h1>{t('list.title')}</h1>
          <p className="soft">{t('list.lead', { n: count })}</p>
          <p>
            <a href={pathIn(language, '/landing/cars')}>{t('list.kinds')}</a>
          </p>
        </div>
        {countries.map(({ name, cities }) => (
          <section key={name} className="section" aria-label={name}>
            <h2 className="pb-4">{name}</h2>
            <ul className="cities">
              {cities.map((city) => (
                <li key={city.slug}>
                  <a className="card city" href={pathIn(language, `/city/${encodeURIComponent(city.name)}`)}>
                    {CITY_SCENES[city.slug] && (
                      <img src={CITY_SCENES[city.slug]} alt="" width="240" height="120" loading="lazy" />
                    )}
                    <div>
                      <b>{city.name}</b>
                      <span className="sm soft block">{t('list.vehicles', { n: city.ads })}</span>
                      {city.price !== null && (
                        <span className="xs mute">
                          {t('list.from', { price: formatStartingPrice(city.price, currency, language) })}
                        </span>
                      )}
                    </div>
                  </a>
                  <p className="row row-s xs pt-2">
                    {city.kinds.map((kind) => (
                      <a key={kind} href={pathIn(language, offersPath({ city: city.name, kind }, language))}>
                        {offers(`${kind}.link`, { city: city.name })}
                      </a>
                    ))}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  )
}
