import { type Kysely, sql } from 'kysely'

/** When the large file of a photo was made or found to be impossible; null for photos from before 0512, until the sweep has made theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table ad_photo add column large_tried_at timestamptz').execute(db)
  await sql
    .raw(`create index ad_photo_without_large on ad_photo (id) where status = 'READY' and large_tried_at is null`)
    .execute(db)
}
