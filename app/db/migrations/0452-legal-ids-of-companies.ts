import { type Kysely, sql } from 'kysely'

/** The registration or tax number of a company, for receipts in its name; known of those that applied for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table company add column legal_id text check (length(legal_id) between 1 and 30)',
  `update company set legal_id = (select legal_id from partner_application where company_id = company.id
    order by id desc limit 1)`,
]
