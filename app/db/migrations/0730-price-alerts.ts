import { type Kysely, sql } from 'kysely'

/**
 * Searches whose price somebody waits for; each sends one message and is over. The tokens of its links are derived from
 * the id, by the secret of the settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Without an e-mail address of its own it goes to the account's address or browsers. Amounts are totals in the minor unit.
  `create table price_alert (
    id text primary key check (length(id) >= 22),
    account_id text references account on delete cascade,
    email text check (email = lower(email)),
    mailbox text,
    way text not null check (way in ('EMAIL', 'PUSH')),
    language text not null,
    kind text not null check (kind in ('car', 'motor')),
    city_id int not null references city on delete cascade,
    start_date date not null,
    start_time text not null,
    end_date date not null,
    end_time text not null,
    filters jsonb not null check (length(filters::text) <= 8000),
    currency_id int not null,
    seen bigint not null check (seen > 0),
    most bigint not null check (most >= 0 and most < seen),
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    ends_at timestamptz not null,
    checked_at timestamptz,
    ended_at timestamptz,
    ended text check (ended in ('SENT', 'STOPPED', 'EXPIRED')),
    found bigint,
    check ((ended_at is null) = (ended is null)),
    check ((found is null) = (ended is distinct from 'SENT')),
    check (account_id is not null or email is not null),
    check ((email is null) = (mailbox is null)),
    check (way = 'EMAIL' or (account_id is not null and email is null))
  )`,
  'create index price_alert_due on price_alert (checked_at nulls first) where confirmed_at is not null and ended_at is null',
  'create index price_alert_of_account on price_alert (account_id) where account_id is not null',
  'create index price_alert_of_mailbox on price_alert (mailbox) where mailbox is not null',
  'create index price_alert_of_city on price_alert (city_id)',
]
