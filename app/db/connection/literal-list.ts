import { type RawBuilder, sql } from 'kysely'

/**
 * A list for `in` in raw SQL. Its values are literals, not parameters: only then can the planner use a partial index
 * (`where status in (…)`). Only for our own constants, never for user input.
 */
export function literalList(values: readonly (string | number)[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`
}
