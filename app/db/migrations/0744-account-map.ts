import { type Kysely, sql } from 'kysely'

/** The accounts to which a company's accountant books each event, and the numbers that a DATEV file begins with. Source: issue 19, C. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table account_map (
    company_id int primary key references company on delete cascade,
    -- By event: the accounts to debit and to credit.
    accounts jsonb not null,
    consultant text check (consultant ~ '^[0-9]{4,7}$'),
    client text check (client ~ '^[0-9]{1,5}$'),
    changed_at timestamptz not null
  )`,
]
