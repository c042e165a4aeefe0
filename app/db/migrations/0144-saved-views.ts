import { type Kysely, sql } from 'kysely'

/** Filters of the list of reservations that somebody on a company's staff keeps under a name. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table saved_view (
    id int primary key generated always as identity,
    account_id text not null references account on delete cascade,
    company_id int not null references company on delete cascade,
    name text not null check (length(name) between 1 and 40),
    filters jsonb not null
  )`,
  `create unique index saved_view_name on saved_view (account_id, company_id, lower(name))`,
]
