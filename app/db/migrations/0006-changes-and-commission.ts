import { type Kysely, sql } from 'kysely'

/** What a change of a reservation keeps for itself, and what the marketplace earns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // What the new time of a change takes beyond the old, until it is paid. Such a row has no reservation of its own.
  `alter table busy add column change_id text references reservation_change on delete cascade`,
  `create index busy_change on busy (change_id) where change_id is not null`,
  // Frozen when the rental is completed: a later rate does not change what was earned.
  `alter table reservation add column commission_percent int check (commission_percent between 0 and 100)`,
  `create index reservation_company on reservation (company_id, start_at)`,
  `alter table ledger_account drop constraint ledger_account_kind_check`,
  `alter table ledger_account add constraint ledger_account_kind_check check (kind in
    ('WALLET', 'GATEWAY', 'PREPAYMENT', 'COMPANY', 'CANCELLATION_FEE', 'COMMISSION'))`,
]
