import { type Kysely, sql } from 'kysely'

/**
 * The one cheaper offer of a reservation, and when it was last looked for. `ad_id` is null until one is found; after an
 * answer it is not shown again. Source: issue 19, D.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table cheaper_offer (
    reservation_id text primary key references reservation on delete cascade,
    checked_at timestamptz not null,
    ad_id int references ad on delete cascade,
    found_at timestamptz,
    answer text check (answer in ('SWITCHED', 'KEPT')),
    answered_at timestamptz,
    -- The reservation that it was switched to.
    new_id text references reservation on delete set null,
    check ((ad_id is null) = (found_at is null)),
    check ((answer is null) = (answered_at is null)),
    check (answer is null or ad_id is not null)
  )`,
  'create index cheaper_offer_of_ad on cheaper_offer (ad_id) where ad_id is not null',
  'create index cheaper_offer_new on cheaper_offer (new_id) where new_id is not null',
]
