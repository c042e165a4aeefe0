import { type Kysely, sql } from 'kysely'

/** A vehicle can have a gap between two rentals (minutes) of its own instead of its company's. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ad add column gap_minutes int check (gap_minutes between 0 and 2880)`.execute(db)
}
