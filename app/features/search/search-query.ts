import { FILTER_NAMES, isBoundFilter, type ListFilter } from '#app/rules/search/search-filters.ts'

/**
 * The address of a search: which parameters it has and how links change one of them. Everything that a search asks for
 * is in its address, so that reloading, sharing, Back and Forward bring it again (*ours*).
 */

/** Where the three lists are. */
export const PATHS = { car: '/rent/car', motor: '/rent/motor', monthly: '/rent/car/monthly' } as const

const PRICE_FILTERS = ['from', 'to'] as const

/** The group of the bounds, as the address asks to show it. */
export const BOUNDS_GROUP = 'room'

/** The filters as the page groups them: the price after the first, all bounds in one group. */
export type FilterGroup = ListFilter | 'price' | typeof BOUNDS_GROUP
const [FIRST, ...OTHERS] = FILTER_NAMES.map((name) => (isBoundFilter(name) ? BOUNDS_GROUP : name))
export const FILTER_GROUPS: readonly FilterGroup[] = [...new Set([FIRST ?? 'price', 'price', ...OTHERS] as const)]

/** When and where: what the search form asks for. */
export const TIME_FIELDS = ['start_date', 'start_time', 'end_date', 'end_time'] as const
export const FILTER_FIELDS = [...FILTER_NAMES, ...PRICE_FILTERS]

/** Every name by which an address may say when: dates may come in parts, too. */
export const TIME_QUERY: readonly string[] = [
  ...TIME_FIELDS,
  ...['start_date', 'end_date'].flatMap((date) => ['day', 'month', 'year'].map((part) => `${date}.${part}`)),
]
/** Every name that the address of a search may have. */
export const SEARCH_QUERY: readonly string[] = ['city', ...TIME_QUERY, ...FILTER_FIELDS, 'ordering', 'page', 'currency']

/** What a filter that is taken away takes with it; the names are those of the API's `loosen`. */
const GOES_WITH: Record<string, readonly string[]> = {
  dates: TIME_FIELDS,
  price: PRICE_FILTERS,
  brands: ['brands', 'models', 'trims'],
  models: ['models', 'trims'],
}

/** The query with a parameter set to one value, or without it. The page of the list starts again. */
export function withParameter(query: string, name: string, value: string | undefined): string {
  const changed = new URLSearchParams(query)
  changed.delete('page')
  if (value === undefined) changed.delete(name)
  else changed.set(name, value)
  return `?${changed}`
}

/** The query without a filter, or without one of its values. */
export function withoutFilter(query: string, filter: string, value?: string): string {
  const changed = new URLSearchParams(query)
  changed.delete('page')
  if (value !== undefined) changed.delete(filter, value)
  else for (const name of GOES_WITH[filter] ?? [filter]) changed.delete(name)
  return `?${changed}`
}

/** The query with nothing but when, where and in which order. */
export function withoutFilters(query: string): string {
  const changed = new URLSearchParams(query)
  changed.delete('page')
  for (const name of FILTER_FIELDS) changed.delete(name)
  return `?${changed}`
}

/** The query with one more filter shown whole, at that filter. */
export function withShown(query: string, group: string): string {
  const changed = new URLSearchParams(query)
  changed.append('show', group)
  return `?${changed}#${facetId(group)}`
}

/** The id of a filter's heading. */
export function facetId(group: string): string {
  return `facet-${group}`
}

/** The parameters of a query as hidden fields, but for those that the form itself has. */
export function hiddenFields(query: string, own: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => !own.includes(name))
}
