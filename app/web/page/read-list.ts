import type { List } from '#app/rules/search/list-address.ts'
import { pageAt } from '#app/rules/search/pagination.ts'

/** A list page's loader data: the results, the page number and the filters. */
export type FoundPage<Found, Values> = Omit<Found, 'next' | 'previous'> & {
  page: number
  pages: number
  filters: Values
}

/**
 * Loads one page of a list by its address: `return readList(PAYMENTS, url, (asked) =>
 * apiOf(context).operator.payments.list(asked))`
 */
export async function readList<Values extends object, Found extends { count: number; results: readonly unknown[] }>(
  list: List<Values>,
  url: URL,
  call: (asked: Values & { page: number; size: number }) => Promise<Found>,
): Promise<FoundPage<Found, Values>> {
  const asked = list.asked(url.searchParams)
  const { page, size, ...filters } = asked
  const { next, previous, ...found } = (await call(asked)) as Found & { next?: unknown; previous?: unknown }
  return { ...found, filters: filters as object as Values, ...pageAt(found, { page, size }) }
}
