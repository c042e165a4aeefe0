import { type Kysely, sql } from 'kysely'

/**
 * A wrong reading of a finished record is corrected with a reason: the record has the right one, and what it said before
 * stays with it. Source: issue 18.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol add column corrections jsonb not null default '[]'
    check (jsonb_typeof(corrections) = 'array' and length(corrections::text) < 20000)`.execute(db)
}
