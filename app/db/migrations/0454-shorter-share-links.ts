import { type Kysely, sql } from 'kysely'

/**
 * New ids that only show a reservation have 128 random bits in 22 letters: companies get them in every SMS, where a part costs
 * money. Those that were given out stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table reservation alter column share_id set default ${RANDOM}`).execute(db)
}

/** 16 bytes of a hash of two random ids, as letters that may stand in an address. */
const RANDOM = `rtrim(translate(encode(substr(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
  1, 16), 'base64'), '+/', '-_'), '=')`
