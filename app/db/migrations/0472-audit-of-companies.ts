import { type Kysely, sql } from 'kysely'

/** For the log of one company's staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entry_company on audit_entry (company_id, id) where company_id is not null`.execute(db)
}
