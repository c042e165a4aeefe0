import { type Kysely, sql } from 'kysely'

/**
 * A part that was paid online can be unpaid again when rent at the desk is undone, and is then paid once more: what keeps a part from
 * being paid twice is the reservation's lock. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index payment_of_part`.execute(db)
  await sql`create index payment_of_part on payment (part_id) where part_id is not null`.execute(db)
}
