import { type Kysely, sql } from 'kysely'

/** Which ways somebody on a company's staff hears of what happens there; without a row by the settings of their account. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table staff_notices (
    account_id text not null references account on delete cascade,
    company_id int not null references company on delete cascade,
    choices jsonb not null,
    primary key (account_id, company_id)
  )`,
  `select audit_table('staff_notices')`,
]
