import { type Kysely, sql } from 'kysely'

/**
 * A reservation whose company gave it another vehicle: its event names both. `ad_id` is the vehicle from then on; null for
 * every other event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table reservation_event add column ad_id int references ad, add column former_ad_id int references ad,
    add check ((ad_id is null) = (former_ad_id is null))`,
]
