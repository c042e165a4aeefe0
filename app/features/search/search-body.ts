import type { RequestedSearch } from './requested-search.ts'

/** What the API searches for, of a parsed address. */
export function searchBody(requested: RequestedSearch, page: { categories: number[]; isMonthly: boolean }) {
  return {
    ...requested.lists,
    ...requested.bounds,
    ...requested.time,
    city: requested.city?.id,
    from: requested.from,
    to: requested.to,
    categories: page.categories,
    monthly: page.isMonthly,
  }
}
