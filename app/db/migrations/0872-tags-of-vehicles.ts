import { type Kysely, sql } from 'kysely'

/** Short words by which a company finds its vehicles again, as "family" or "winter tyres"; in the spelling of the company. Source: issue 19, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table vehicle_details add column tags text[] not null default '{}'
    check (cardinality(tags) <= 10 and array_position(tags, null) is null)`,
]
