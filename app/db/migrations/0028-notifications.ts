import { type Kysely, sql } from 'kysely'

/** What people are notified of, and the outbox: each way a notification goes, written with its cause and sent afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // `once` names what must be sent only once: a reminder of a day, a chat room within some minutes.
  `create table notification (
    id text primary key check (length(id) >= 22),
    account_id text references account on delete cascade,
    reservation_id text references reservation on delete cascade,
    kind text not null,
    language text not null,
    content jsonb not null,
    once text unique,
    created_at timestamptz not null
  )`,
  `create index notification_account on notification (account_id, created_at desc) where account_id is not null`,
  `create index notification_reservation on notification (reservation_id) where reservation_id is not null`,
  `create index notification_age on notification (created_at)`,
  // WAITING is due at next_at; whoever sends it moves next_at on first, so that no other process does at the same time.
  // HELD would have been more than its receiver may get. A one-time code is made when it is sent: the text is stored nowhere.
  `create table delivery (
    id text primary key check (length(id) >= 22),
    notification_id text not null references notification on delete cascade,
    channel text not null check (channel in ('push', 'email', 'sms')),
    receiver text not null,
    code_id text,
    status text not null check (status in ('WAITING', 'SENT', 'FAILED', 'HELD')),
    tries int not null default 0,
    next_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    reason text
  )`,
  `create index delivery_of on delivery (notification_id)`,
  `create index delivery_due on delivery (next_at) where status = 'WAITING'`,
  // Words that an operator has put in place of the shipped ones; keys of locales/<language>/notice.json.
  `create table notice_text (
    key text not null,
    language text not null,
    text text not null,
    edited_at timestamptz not null,
    primary key (key, language)
  )`,
  // Reminders look for the next days only.
  `create index reservation_upcoming on reservation (start_at) where status = 'CONFIRMED'`,
  `create index reservation_out on reservation (end_at) where status = 'ACTIVE'`,
]
