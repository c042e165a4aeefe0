import { type Kysely, sql } from 'kysely'

/** Cities that are kept out of lists and have no page of their own. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table city add column hidden boolean not null default false`.execute(db)
}
