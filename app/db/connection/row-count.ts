import type { SelectQueryBuilder } from 'kysely'

/** The number of rows of a query, whatever columns it selects. */
export async function rowCount<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
