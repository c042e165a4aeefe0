import { type Kysely, sql } from 'kysely'

/** For how many years after the last rental a company keeps a customer in its list, with notes and a block. Source: issue 19, A. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company
    add column keep_customers_years smallint not null default 5 check (keep_customers_years in (1, 2, 5))`.execute(db)
}
