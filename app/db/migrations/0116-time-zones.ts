import { type Kysely, sql } from 'kysely'

/** The IANA zone of the clock that a person reads, as their browser last said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column time_zone text check (length(time_zone) between 1 and 64)`.execute(db)
}
