import { type Kysely, sql } from 'kysely'

/** A calendar that took too long to read is left alone for a while, longer each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_source
    add column times_too_complex int not null default 0,
    add column next_at timestamptz`.execute(db)
}
