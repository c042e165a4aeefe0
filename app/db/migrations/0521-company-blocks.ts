import { type Kysely, sql } from 'kysely'

/**
 * Customers who book nothing more with one company: its own decision, which no other company sees. An operator's ban is
 * `banned_identity`. Source: issue 19, A.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table company_block (
    id bigint primary key generated always as identity,
    company_id int not null references company on delete cascade,
    phone text not null,
    reason text not null check (length(reason) between 1 and 500),
    account_id text references account on delete set null,
    at timestamptz not null,
    unique (company_id, phone)
  )`,
  `select audit_table('company_block')`,
  // A company's customers are its reservations by phone.
  'create index reservation_company_phone on reservation (company_id, phone)',
]
