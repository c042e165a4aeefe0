import { type Kysely, sql } from 'kysely'

/** Pages that operators write are published on a day, as posts are; a draft's day never comes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page add column published date not null default '2020-01-01'`.execute(db)
  await sql`select audit_table('post'), audit_table('page')`.execute(db)
}
