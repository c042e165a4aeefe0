import { type Kysely, sql } from 'kysely'

/** An account of a company under another name, and a discount code of much, wait for a second operator. Source: decisions.md, "Operators". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table approval_request drop constraint approval_request_kind_check`,
  `alter table approval_request add constraint approval_request_kind_check
    check (kind in ('OPERATOR', 'CONFIG', 'COMMISSION', 'SECOND_FACTOR', 'CARD_RETURN', 'HOLDER', 'CODE'))`,
]
