import { type Kysely, sql } from 'kysely'

/**
 * Counts of limits are written with nearly every call and are worth nothing an hour later: unlogged, a try waits for no
 * disk. A crash of the database server empties them, which begins the windows anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_count set unlogged`.execute(db)
}
