import { type Kysely, sql } from 'kysely'

/**
 * An offer of a company's staff beside the reservation that holds its vehicle: `reservation.quote` says how it was
 * answered, `quote` has its terms. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table reservation
    add column quote text check (quote in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
    add constraint reservation_quote_by_staff check (quote is null or source <> 'SITE')`,
  `create table quote (
    reservation_id text primary key references reservation on delete cascade,
    pays text not null check (pays in ('LINK', 'LATER')),
    may_extras boolean not null,
    may_places boolean not null,
    may_times boolean not null,
    message text check (length(message) <= 500),
    stands_until timestamptz not null,
    seen_at timestamptz,
    extended_at timestamptz,
    answered_at timestamptz,
    answer text check (length(answer) <= 500)
  )`,
  // The company's list of them, the latest first.
  `create index reservation_quotes on reservation (company_id, created_at) where quote is not null`,
]
