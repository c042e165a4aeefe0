import { type RawBuilder, sql } from 'kysely'

/**
 * A list for `in` of raw SQL. Its values are written out, not bound: only so does the planner find an index that is made for some of
 * them (`where status in (…)`). For our own constants; what somebody typed is bound.
 */
export function literalList(values: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`
}
