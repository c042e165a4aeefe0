import { type Kysely, sql } from 'kysely'

/**
 * Pages and entries of the help centre can be taken away as posts can; who approves a comment on a post is recorded; authors
 * may have a profile on X.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page add column withdrawn boolean not null default false`.execute(db)
  await sql`alter table help_entry add column withdrawn boolean not null default false`.execute(db)
  await sql`alter table post_author add column twitter text`.execute(db)
  await sql`select audit_table('post_comment')`.execute(db)
}
