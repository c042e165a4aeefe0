import { FILTER_NAMES, isBoundFilter, type ListFilter } from '#app/rules/search/search-filters.ts'

/**
 * The parameters of a search address, and how links change one of them. The whole search is in its address, so that
 * it survives reloading, sharing, Back and Forward (*ours*).
 */

/** The paths of the three lists. */
export const PATHS = { car: '/rent/car', motor: '/rent/motor', monthly: '/rent/car/monthly' } as const

const PRICE_FILTERS = ['from', 'to'] as const

/** The name of the group of bounds in the parameter `show`. */
export const BOUNDS_GROUP = 'room'

/** The page's groups of filters: the price after the first, all bounds in one group. */
export type FilterGroup = ListFilter | 'price' | typeof BOUNDS_GROUP
const [FIRST, ...OTHERS] = FILTER_NAMES.map((name) => (isBoundFilter(name) ? BOUNDS_GROUP : name))
export const FILTER_GROUPS: readonly FilterGroup[] = [...new Set([FIRST ?? 'price', 'price', ...OTHERS] as const)]

/** The fields for the rental's time. */
export const TIME_FIELDS = ['start_date', 'start_time', 'end_date', 'end_time'] as const
export const FILTER_FIELDS = [...FILTER_NAMES, ...PRICE_FILTERS]

/** All parameters for the time; a date may also be sent in parts. */
export const TIME_QUERY: readonly string[] = [
  ...TIME_FIELDS,
  ...['start_date', 'end_date'].flatMap((date) => ['day', 'month', 'year'].map((part) => `${date}.${part}`)),
]
/** All parameters of a search address. */
export const SEARCH_QUERY: readonly string[] = ['city', ...TIME_QUERY, ...FILTER_FIELDS, 'ordering', 'page', 'currency']

/** The parameters that are removed together with a filter; the names are those of the API's `loosen`. */
const GOES_WITH: Record<string, readonly string[]> = {
  dates: TIME_FIELDS,
  price: PRICE_FILTERS,
  brands: ['brands', 'models', 'trims'],
  models: ['models', 'trims'],
}

/** The query with a parameter set to one value, or without it. The list starts again at its first page. */
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

/** The query with only time, city and ordering. */
export function withoutFilters(query: string): string {
  const changed = new URLSearchParams(query)
  changed.delete('page')
  for (const name of FILTER_FIELDS) changed.delete(name)
  return `?${changed}`
}

/** The query that shows all options of one more filter, with that filter as its fragment. */
export function withShown(query: string, group: string): string {
  const changed = new URLSearchParams(query)
  changed.append('show', group)
  return `?${changed}#${facetId(group)}`
}

/** The id of a filter's heading. */
export function facetId(group: string): string {
  return `facet-${group}`
}

/** The parameters of a query as hidden fields, except for those that the form has itself. */
export function hiddenFields(query: string, own: readonly string[]): [name: string, value: string][] {
  return [...new URLSearchParams(query)].filter(([name]) => !own.includes(name))
}
