import { type Kysely, sql } from 'kysely'

/** What settling a payment needs to remember, one payment on its way per reservation, codes that a phone may use often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // `redirect` is where the customer was sent, so that an open payment can be resumed. `settled_as` names what the money
  // became; REVERSED with status VERIFYING is the intent, kept before the bank is asked to give it back.
  `alter table payment
    add column redirect jsonb,
    add column verified_at timestamptz,
    add column settled_as text check (settled_as in ('RESERVATION', 'WALLET', 'REVERSED'))`,
  `create unique index payment_one_open on payment (reservation_id) where status in ('CREATED', 'REDIRECTED')`,
  `alter table discount_use add column once boolean not null default true`,
  `drop index discount_use_once`,
  `create unique index discount_use_once on discount_use (code_id, phone) where not released and once`,
]
