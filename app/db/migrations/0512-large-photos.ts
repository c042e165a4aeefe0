import { type Kysely, sql } from 'kysely'

/** The size of a photo as it opens over the page; null where it is too small for that, or was made before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table ad_photo add column large_width int, add column large_height int').execute(db)
}
