import { type Kysely, sql } from 'kysely'

/** Browsers and apps that take push messages, and the topics that people follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // `address` is a push service's endpoint (web) or a registration of Firebase (token, fid). A signed-out session takes none.
  `create table push_endpoint (
    id text primary key check (length(id) >= 22),
    account_id text not null references account on delete cascade,
    session_id text not null references session on delete cascade,
    device_id text not null,
    device_type text not null check (device_type in ('WEB', 'ANDROID', 'IOS')),
    kind text not null check (kind in ('web', 'token', 'fid')),
    address text not null unique,
    p256dh text, auth text, vapid_key text,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    last_error text,
    check ((kind = 'web') = (p256dh is not null and auth is not null and vapid_key is not null))
  )`,
  `create index push_endpoint_account on push_endpoint (account_id)`,
  `create index push_endpoint_seen on push_endpoint (last_seen_at)`,
  `create index push_endpoint_session on push_endpoint (session_id)`,
  `create table push_topic (
    account_id text not null references account on delete cascade,
    topic text not null,
    created_at timestamptz not null,
    primary key (account_id, topic)
  )`,
]
