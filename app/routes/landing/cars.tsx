import { SearchForm } from '#app/features/search/search-form.tsx'
import { searchableCities } from '#app/features/search/searchable-cities.server.ts'
import { cheapestPath, suggestedRental } from '#app/features/search/suggested-rental.ts'
import { BODY_PICTURES } from '#app/features/vehicle/scenes.ts'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY, FROM_DAYS, HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/cars'

export const handle: PageHandle = {
  title: 'landing/meta.title',
  description: 'landing/meta.description',
  areas: ['landing', 'search'],
  noJs: true,
  query: [],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const today = dateIn(HOME_ZONE, new Date())
  const time = suggestedRental(today)
  const [cities, types] = await Promise.all([
    searchableCities(api, currency),
    decoration(context, 'types', api.vehicles.adTypes({ currency, category: CATEGORY.CAR, ...time }), { results: [] }),
  ])
  return {
    today,
    time,
    currency,
    named: url.searchParams.get('currency'),
    cities: cities.results.map(({ name }) => name),
    pinnedCities: cities.results.filter(({ pinned }) => pinned).length,
    types: types.results.filter(({ ads }) => ads > 0),
  }
}

/** A short page for visitors from an advertisement: the search and the body types. */
export default function CarsLanding({ loaderData }: Route.ComponentProps) {
  const t = useText('landing')
  const { language } = useLanguage()
  const { cities, pinnedCities, today, time, types, currency, named } = loaderData
  const form = useReply('search', { initial: { ...time, city: cities[0] } })
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="page-head">
          <h1>{t('title')}</h1>
          <p className="soft">{t('lead')}</p>
        </div>
        <SearchForm {...{ form, cities, pinnedCities, today }} className="find find-bar" />
        <section className="section" aria-labelledby="types">
          <h2 id="types" className="pb-4">
            {t('types')}
          </h2>
          <ul className="kinds">
            {types.map(({ slug, name, price_from }) => (
              <li key={slug}>
                <a
                  className="card kind"
                  href={pathIn(language, cheapestPath('/rent/car', time, { types: slug, currency: named }))}
                >
                  <img className="art" src={BODY_PICTURES[slug]} alt="" width="180" height="80" loading="lazy" />
                  <b>{name}</b>{' '}
                  {price_from !== null && (
                    <span className="xs mute">
                      {t('priceFrom', { price: formatStartingPrice(price_from, currency, language), days: FROM_DAYS })}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </main>
  )
}
