import { type Kysely, sql } from 'kysely'

/** How often the phone of a reservation was corrected: a few times before it is paid, once after. Source: issue 16. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table reservation add column phone_corrections smallint not null default 0`,
  // When it was corrected after it was paid.
  `alter table reservation add column phone_corrected_at timestamptz`,
]
