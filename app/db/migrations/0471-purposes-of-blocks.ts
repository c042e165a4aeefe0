import { type Kysely, sql } from 'kysely'

/** Why a vehicle is blocked; null for blocks that were made before, and for those of other calendars. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table busy add column purpose text
    check (purpose is null or kind = 'BLOCK' and purpose in ('SERVICE', 'OWN_USE', 'OTHER_CHANNEL'))`.execute(db)
}
