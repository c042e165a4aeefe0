import type { RouterContextProvider } from 'react-router'
import { readSearch } from '#app/features/search/requested-search.ts'
import { searchBody } from '#app/features/search/search-body.ts'
import { PATHS } from '#app/features/search/search-query.ts'
import { searchableCities } from '#app/features/search/searchable-cities.server.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { pageCurrency } from '#app/web/session/currency.ts'

type Context = Readonly<RouterContextProvider>

/** The search of an address as the API takes it, and the way back to its list; null without a city and both days. */
export async function watchedSearch(context: Context, url: URL) {
  const { language, cookies } = context.get(siteContext)
  const api = apiOf(context)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const { results: cities } = await searchableCities(api, currency)
  const now = new Date()
  const todayIn = (zone: string) => dateIn(zone, now)
  const page = { language, currency, cities, now, todayIn, isMonthly: false }
  const requested = readSearch(url.searchParams, page)
  const isMotor = url.searchParams.get('kind') === 'motor'
  const kind = isMotor ? ('motor' as const) : ('car' as const)
  const { city, time } = requested
  const back = `${PATHS[kind]}?${requested.query}`
  const { start_date, end_date } = time
  if (!city || !start_date || !end_date) return { back, kind, currency, search: null }
  const categories = [isMotor ? CATEGORY.MOTOR : CATEGORY.CAR]
  const body = searchBody(requested, { categories, isMonthly: false })
  return { back, kind, currency, search: { city: city.name, start_date, end_date, body } }
}

type Body = NonNullable<Awaited<ReturnType<typeof watchedSearch>>['search']>['body']

/** The cheapest offer of a search now; null if there is none, or if its time has just passed. */
export async function cheapestNow(context: Context, body: Body, currency: string) {
  try {
    const query = { page: 1, size: 1, ordering: 'cheapest' as const, currency }
    const { count, days, results } = await apiOf(context).ads.search({ query, body })
    const [ad] = results
    if (!ad || ad.price.total === null) return null
    return { count, days: days ?? 0, total: ad.price.total, title: ad.title, company: ad.company.name }
  } catch (error) {
    if (isCallError(error, 'INVALID_FIELDS')) return null
    throw error
  }
}
