import { type Kysely, sql } from 'kysely'

/** A place that is paused takes no new bookings; those that were made are handed over there as they were. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table place add column paused_at timestamptz`.execute(db)
}
