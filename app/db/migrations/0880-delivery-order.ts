import { type Kysely, sql } from 'kysely'

/**
 * The order in which deliveries were made, so that what is due at the same moment is sent in the order of its events, and the next five
 * of a million are found without sorting them. Source: issue 20, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table webhook_delivery add column made bigint not null generated always as identity`,
  `drop index webhook_delivery_due`,
  `create index webhook_delivery_due on webhook_delivery (webhook_id, next_at, made) where status = 'WAITING'`,
  `drop index webhook_delivery_of`,
  `create index webhook_delivery_of on webhook_delivery (webhook_id, made desc)`,
  `create index webhook_delivery_failed on webhook_delivery (webhook_id, made desc) where status = 'FAILED'`,
  // Where a replay begins.
  `create index event_since on event (company_id, at)`,
]
