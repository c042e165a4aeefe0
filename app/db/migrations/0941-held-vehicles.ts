import { type Kysely, sql } from 'kysely'

/** Holds of a vehicle: few at a time, while an index of all its ranges may grow for years. Source: issue 21, A. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists busy_held on busy (ad_id) where status = 1`.execute(db)
}
