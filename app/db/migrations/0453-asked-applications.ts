import { type Kysely, sql } from 'kysely'

/** An application that an operator has returned to its author with a question is a draft again. Source: issue 18. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table partner_application add column asked_at timestamptz',
  // To find who applies twice under one register number, however it is written.
  `create index partner_application_legal on partner_application (regexp_replace(upper(legal_id), '[^[:alnum:]]', '', 'g'))
    where status <> 'DRAFT'`,
]
