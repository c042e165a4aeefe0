import { type Kysely, sql } from 'kysely'

/** What an uploaded picture of a post shows, by language. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post add column picture_alt jsonb`.execute(db)
}
