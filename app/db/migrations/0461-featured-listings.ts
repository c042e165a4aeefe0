import { type Kysely, sql } from 'kysely'

/**
 * Listings that operators put first in their city: from and until when, in which order, and whether the company pays for it.
 * `ad.pinned` says whether that holds now. Of what was pinned before the best three of each city and category stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table featured_listing (
    id int primary key references ad on delete cascade,
    place smallint not null check (place between 1 and 99),
    starts_on date not null,
    -- The last day; null: until it is removed.
    ends_on date check (ends_on >= starts_on),
    paid boolean not null default false
  )`,
  `alter table ad add column pinned_place smallint, add column pinned_paid boolean not null default false`,
  `create index ad_pinned on ad (id) where pinned`,
  `select audit_table('featured_listing')`,
  `insert into featured_listing (id, place, starts_on)
    select id, rank, current_date from (
      select id, row_number() over (partition by city_id, category order by score desc, id) as rank from ad where pinned
    ) ranked where rank <= 3`,
  `update ad set pinned = featured_listing.id is not null, pinned_place = featured_listing.place
    from ad as own left join featured_listing on featured_listing.id = own.id
    where own.id = ad.id and ad.pinned`,
]
