import { type Kysely, sql } from 'kysely'

/** Calendars that a company gives out at secret addresses, those of others that it takes in, and what clashes with bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Without a vehicle it is of all. Its address is made from id and version by a key: nothing here opens it.
  `create table calendar_feed (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    ad_id int references ad on delete cascade,
    version int not null default 1,
    changed_at timestamptz not null
  )`,
  `create unique index calendar_feed_of on calendar_feed (company_id, coalesce(ad_id, 0))`,
  // The column's name keeps it out of the audit log: whoever knows it can read somebody's calendar.
  `create table calendar_source (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    ad_id int not null references ad on delete cascade,
    address text not null check (length(address) between 8 and 2000),
    created_at timestamptz not null,
    checked_at timestamptz,
    problem text,
    events int not null default 0,
    unreadable jsonb not null default '[]',
    unique (ad_id, address)
  )`,
  `create index calendar_source_company on calendar_source (company_id)`,
  `alter table busy add column source_id int references calendar_source on delete cascade`,
  `create index busy_source on busy (source_id) where source_id is not null`,
  `create table calendar_conflict (
    source_id int not null references calendar_source on delete cascade,
    reservation_id text not null references reservation on delete cascade,
    start_at timestamptz not null, end_at timestamptz not null,
    summary text,
    primary key (source_id, reservation_id, start_at)
  )`,
  `select audit_table('calendar_feed')`,
  `select audit_table('calendar_source')`,
]
