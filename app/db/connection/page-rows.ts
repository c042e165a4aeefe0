import type { SelectQueryBuilder } from 'kysely'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { rowCount } from './row-count.ts'

/**
 * One page of a query's rows, and how many rows it has in all. A number past the last page gives the last one. `counted` has
 * as many rows, without the joins that only add columns.
 */
export async function pageRows<DB, TB extends keyof DB, Row, CountedDB, Counted extends keyof CountedDB, Any>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, size }: { page: number; size: number },
  counted?: SelectQueryBuilder<CountedDB, Counted, Any>,
) {
  const count = await (counted ? rowCount(counted) : rowCount(query.clearOrderBy()))
  const rows = await query
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  return { count, rows }
}
