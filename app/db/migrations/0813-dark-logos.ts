import { type Kysely, sql } from 'kysely'

/** The key of a company's logo for the dark colour scheme; null shows the usual one. Source: issue 19, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company add column logo_dark text`.execute(db)
}
