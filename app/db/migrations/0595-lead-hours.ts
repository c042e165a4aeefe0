import { type Kysely, sql } from 'kysely'

/** The hours between booking and pick-up bear the name of their field, lead time: a notice is a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_rule rename column notice_hours to lead_hours`.execute(db)
}
