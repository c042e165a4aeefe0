import { type Kysely, sql } from 'kysely'

/** What finds, among millions, the few reservations whose personal data have had their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // When the years of keeping were over and nothing personal was left; null while something is kept.
  `alter table reservation add column erased_at timestamptz`,
  `create index reservation_to_erase on reservation (end_at, id) where erased_at is null`,
  `create index reservation_traced on reservation (created_at) where network_address <> ''`,
]
