import { MINUTE_SECONDS } from '#app/rules/time/durations.ts'
import { apiOf } from '#app/web/api.server.ts'
import { errorResponse } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/day-prices'

const QUERY = ['city', 'category', 'currency', 'length', 'from', 'days'] as const

export const handle: PageHandle = { query: QUERY }

/** The prices under the days of the search form's calendar (`features/search/day-prices.live.tsx`). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const [city, category, currency, length, from, days] = QUERY.map((name) => url.searchParams.get(name) || undefined)
  const numbers = { category: category ? Number(category) : undefined, length: Number(length), days: Number(days) }
  try {
    const { results } = await apiOf(context).ads.dayPrices({ city: city ?? '', currency, from: from ?? '', ...numbers })
    const prices = Object.fromEntries(results.map(({ date, per_day }) => [date, per_day]))
    // Unknown ones may be known in a moment.
    const cache = results.length > 0 ? `public, max-age=${MINUTE_SECONDS}` : 'no-store'
    return Response.json({ prices }, { headers: { 'cache-control': cache } })
  } catch (error) {
    return errorResponse(error)
  }
}
