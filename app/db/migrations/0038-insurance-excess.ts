import { type Kysely, sql } from 'kysely'

/**
 * What a driver pays of a covered damage, in the company's currency: with the insurance that every vehicle has, and with the
 * supplemental one. Null where the company has not said.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table company add column excess bigint check (excess >= 0)`,
  `alter table company add column excess_insured bigint check (excess_insured between 0 and excess)`,
]
