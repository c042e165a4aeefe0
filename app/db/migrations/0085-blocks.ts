import { type Kysely, sql } from 'kysely'

/** Why a company keeps a vehicle back, for its own people: "service", "sold". */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table busy add column note text check (length(note) between 1 and 80)`).execute(db)
}
