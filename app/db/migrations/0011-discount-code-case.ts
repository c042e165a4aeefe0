import { type Kysely, sql } from 'kysely'

/** Discount codes are typed in any case, so two that differ in case only would be taken for each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // The one that was found so far keeps its name; a later one gets its id behind it, and can be renamed.
  `update discount_code set code = code || '-' || id
    where exists (select from discount_code earlier
      where upper(earlier.code) = upper(discount_code.code) and earlier.id < discount_code.id)`,
  `alter table discount_code drop constraint discount_code_code_key`,
  `create unique index discount_code_name on discount_code (upper(code))`,
]
