import { type Kysely, sql } from 'kysely'

/** The id of a reservation's second address, which shows its voucher and manages nothing. Source: decisions.md, "A voucher's address". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** 244 random bits that may stand in an address. */
const RANDOM = `rtrim(translate(encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/', '-_'), '=')`

const STATEMENTS = [
  `alter table reservation add column share_id text not null default ${RANDOM} check (length(share_id) >= 22)`,
  'create unique index reservation_share on reservation (share_id)',
]
