import { type Kysely, sql } from 'kysely'

/**
 * A week of opening hours of a place, where it has not the same on every day, and days on which a place or all of a
 * company's are closed. `holiday` is the key of a public holiday that was taken from a country's list. Source: issue 10.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // From Monday to Sunday, each a list of ["09:00", "13:00"].
  `alter table place add column week jsonb check (jsonb_array_length(week) = 7)`,
  `create table closed_days (
    id int primary key generated always as identity,
    company_id int not null references company on delete cascade,
    place_id int references place on delete cascade,
    starts_on date not null,
    ends_on date not null,
    reason text check (length(reason) between 1 and 80),
    holiday text check (length(holiday) between 1 and 40),
    check (starts_on <= ends_on)
  )`,
  `create index closed_days_company on closed_days (company_id, ends_on)`,
  `create index closed_days_ends on closed_days (ends_on)`,
  `select audit_table('closed_days')`,
]
