import { type Kysely, sql } from 'kysely'

/**
 * News and newsletters that operators write, send, stop and continue: each receiver of one is stored before it is sent, and
 * only once. Without a topic it is for everybody who takes the newsletter. Source: issue 18.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table news
    alter column topic drop not null,
    alter column published_at drop not null,
    add column status text not null default 'SENT' check (status in ('DRAFT', 'SENDING', 'STOPPED', 'SENT')),
    -- The job that sends it: an older one does nothing.
    add column step int not null default 0,
    add column changed_at timestamptz not null default now(),
    add column ended_at timestamptz,
    add constraint news_published check ((status = 'DRAFT') = (published_at is null))`,
  `alter table news alter column status drop default, alter column changed_at drop default`,
  `update news set changed_at = published_at, ended_at = published_at`,
  `create index news_changed on news (changed_at desc, id)`,
  `create table news_delivery (
    news_id text not null references news on delete cascade,
    -- A hash of the mailbox, or of the account where it is reached by push alone.
    receiver text not null,
    account_id text references account on delete set null,
    subscription_id text references newsletter_subscription on delete set null,
    status text not null check (status in ('WAITING', 'SENT', 'SKIPPED')),
    sent_at timestamptz,
    primary key (news_id, receiver)
  )`,
  `create index news_delivery_waiting on news_delivery (news_id, receiver) where status = 'WAITING'`,
  `create index news_delivery_account on news_delivery (account_id)`,
  `create index news_delivery_subscription on news_delivery (subscription_id)`,
  // Null: all of them, also those to come.
  `alter table newsletter_subscription add column topics text[]`,
  `select audit_table('news')`,
]
