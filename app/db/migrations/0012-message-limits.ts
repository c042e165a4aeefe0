import { type Kysely, sql } from 'kysely'

/** What bounds the messages to people who never proved that a number or mailbox is theirs, and the holds that are cancelled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Each message that went out: a keyed hash of its receiver, and the subscriber whose request caused it.
  `create table message_count (
    receiver text not null,
    subscriber text not null,
    is_proven boolean not null,
    sent_at timestamptz not null
  )`,
  `create index message_count_receiver on message_count (receiver, sent_at)`,
  `create index message_count_subscriber on message_count (subscriber, sent_at) where not is_proven`,
  `create index message_count_age on message_count (sent_at)`,
  `create index account_email on account (email) where email is not null`,
  // Whether the last message about a reservation went out; where not, its pages say so.
  `alter table reservation add column notified boolean not null default true`,
  // Cancelled holds count for as long as they would have lasted.
  `drop index reservation_address`,
  `create index reservation_address on reservation (network_address, created_at)
    where status in ('AWAITING_PAYMENT', 'CANCELLED')`,
]
