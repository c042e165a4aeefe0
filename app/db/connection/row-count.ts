import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query has, whatever it selects of each. */
export async function rowCount<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
