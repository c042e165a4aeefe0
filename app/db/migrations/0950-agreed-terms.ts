import { type Kysely, sql } from 'kysely'

/**
 * The kilometres, the fuel rule and the prices of differences that held when a reservation was made, in its currency. Null for one that a
 * release made which did not keep them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reservation add column terms jsonb`.execute(db)
}
