import { type Kysely, sql } from 'kysely'

/** What operators set for the whole marketplace, in one row. Source: §7, `/admin/config/`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table site_config (
    id int primary key check (id = 1),
    approval_irt bigint not null check (approval_irt >= 0),
    approval_eur bigint not null check (approval_eur >= 0)
  )`,
  `insert into site_config values (1, 20000000, 30000)`,
  `select audit_table('site_config')`,
]
