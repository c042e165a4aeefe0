import { cardOf } from '#app/api/ads/card.ts'
import type { Filters } from '#app/api/ads/question.ts'
import { find } from '#app/api/ads/search.ts'
import type { ApiContext } from '#app/api/call/context.ts'
import { planOf } from '#app/db/prices/rental-plans.ts'
import { CURRENCY_IDS, type CurrencyCode, WHOLE_UNIT } from '#app/rules/constants.ts'
import { FILTER_NAMES } from '#app/rules/search/search-filters.ts'

type Context = Pick<ApiContext, 'deps' | 'language'>

/**
 * The total of the cheapest offer that a search finds now, in the minor unit; null if it finds none. Found by search
 * itself, so that a message never names a price that the list does not show. Throws INVALID_FIELDS as search does.
 */
export async function cheapestTotal(
  context: Context,
  filters: Filters,
  currency: CurrencyCode,
): Promise<number | null> {
  const query = { currency: String(CURRENCY_IDS[currency]), ordering: 'cheapest' as const, page: 1, size: 1 }
  const { found, catalogue, days, plans } = await find(query, filters, context as ApiContext)
  const [ad] = found.rows
  if (!ad) return null
  return cardOf(ad, { catalogue, language: context.language, currency, days, plan: planOf(plans, ad) }).price.total
}

/** The address of a search's results, without a language. */
export function resultsPath(filters: Filters, kind: 'car' | 'motor', currency: CurrencyCode): string {
  const query = new URLSearchParams()
  const put = (name: string, value: unknown) => {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  put('city', filters.city)
  for (const name of ['start_date', 'start_time', 'end_date', 'end_time'] as const) put(name, filters[name])
  for (const name of FILTER_NAMES) for (const value of [filters[name as keyof Filters]].flat()) put(name, value)
  for (const name of ['from', 'to'] as const) {
    const amount = filters[name]
    if (amount !== undefined) put(name, Math.round(amount / WHOLE_UNIT[currency]))
  }
  put('ordering', 'cheapest')
  put('currency', currency)
  return `/rent/${kind}?${query}`
}
