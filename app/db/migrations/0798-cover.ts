import { type Kysely, sql } from 'kysely'

/** What the insurances of a company pay, a level for each damage; null as long as it has not stated them. Source: issue 19, D. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company add column cover jsonb check (jsonb_typeof(cover) = 'object')`.execute(db)
}
