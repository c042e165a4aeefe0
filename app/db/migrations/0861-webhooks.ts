import { type Kysely, sql } from 'kysely'

/**
 * Where events are sent, and each delivery with its tries. A process leases a delivery before it sends it, so that two never send one at
 * a time and a killed process loses none. Source: issue 20, B; Standard Webhooks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table webhook (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    url text not null check (length(url) between 1 and 500),
    -- The types of events that are sent; none means all.
    events text[] not null,
    is_on boolean not null default true,
    -- Since when nothing has succeeded; null unless the last try failed.
    failing_since timestamptz,
    -- Set when it was switched off because of failures.
    failed_at timestamptz,
    created_by text references account on delete set null,
    created_at timestamptz not null,
    rotated_at timestamptz,
    -- When somebody last had something sent: a test, or events again.
    sending_at timestamptz
  )`,
  `create index webhook_of on webhook (company_id, id)`,
  `select audit_table('webhook')`,
  `create table webhook_secret (
    id int primary key generated always as identity,
    webhook_id int not null references webhook on delete cascade,
    -- Encrypted with a key derived from the settings' secret.
    secret text not null,
    -- Set when another one takes its place; until then both sign.
    ends_at timestamptz
  )`,
  `create index webhook_secret_of on webhook_secret (webhook_id, id)`,
  `create table webhook_delivery (
    id text primary key default 'dlv_' || replace(gen_random_uuid()::text, '-', ''),
    webhook_id int not null references webhook on delete cascade,
    -- Null for a test.
    event_id text references event on delete cascade,
    status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
    -- The failed tries since it was last to be sent.
    failures int not null default 0,
    next_at timestamptz not null,
    -- Until when the process that sends it has time.
    leased_until timestamptz,
    created_at timestamptz not null,
    unique (webhook_id, event_id)
  )`,
  `create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where status = 'WAITING'`,
  `create index webhook_delivery_leased on webhook_delivery (webhook_id, leased_until) where leased_until is not null`,
  `create index webhook_delivery_of on webhook_delivery (webhook_id, created_at desc, id)`,
  `create index webhook_delivery_event on webhook_delivery (event_id)`,
  `create table webhook_try (
    id bigint primary key generated always as identity,
    delivery_id text not null references webhook_delivery on delete cascade,
    at timestamptz not null,
    ms int not null,
    -- Of the answer; null where there was none, for the reason in problem.
    status int,
    problem text,
    request_headers jsonb not null,
    response_headers jsonb,
    response_body text
  )`,
  `create index webhook_try_of on webhook_try (delivery_id, id)`,
]
