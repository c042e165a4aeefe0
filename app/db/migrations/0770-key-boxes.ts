import { type Kysely, sql } from 'kysely'

/**
 * Keys without counter: a company may put the key of a reservation's vehicle into a box, whose place and code its customer sees once the
 * conditions are met. Source: issue 19, B.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table company add column has_key_boxes boolean not null default false',
  `create table key_box (
    reservation_id text primary key references reservation on delete cascade,
    place text not null check (length(place) between 1 and 300),
    code text not null check (code ~ '^[0-9A-Z*#]{3,10}$'),
    ends_at timestamptz not null,
    -- The pick-up and the vehicle that it was set for.
    start_at timestamptz not null,
    ad_id int not null references ad on delete cascade,
    saved_at timestamptz not null,
    saved_by text references account on delete set null,
    -- The last time when another code replaced one.
    code_changed_at timestamptz
  )`,
]
