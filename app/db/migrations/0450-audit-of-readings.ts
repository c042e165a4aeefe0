import { type Kysely, sql } from 'kysely'

/** The audit log also holds who opened somebody's personal data. Source: decisions.md, "What a company sees of a customer". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  'alter table audit_entry drop constraint audit_entry_action_check',
  `alter table audit_entry add constraint audit_entry_action_check check (action in ('INSERT', 'UPDATE', 'DELETE', 'READ'))`,
]
