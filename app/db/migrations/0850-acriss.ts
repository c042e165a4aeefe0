import { type Kysely, sql } from 'kysely'

/** The ACRISS code that a company has set for its vehicle, where the derived one is wrong. Source: issue 20, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ad add column acriss text check (acriss ~ '^[A-Z]{4}$')`.execute(db)
}
