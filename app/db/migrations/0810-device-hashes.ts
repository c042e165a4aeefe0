import { type Kysely, sql } from 'kysely'

/**
 * Whether the device computed the SHA-256 of a photo before it sent it, and the same file arrived: `source_sha256` is then the device's,
 * too. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol_photo add column hashed_by_device boolean not null default false`.execute(db)
}
