import { type Kysely, sql } from 'kysely'

/** Batches above the configured amount wait for a second operator before the bank hears of them. Source: issue 10. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table payout_batch add column needs_approval boolean not null default false`,
  `alter table payout_batch add column approved_at timestamptz`,
  `alter table payout_batch add column approved_by text references account on delete set null`,
  `alter table payout_batch add constraint payout_batch_by_two check (approved_by is distinct from created_by or approved_by is null)`,
]
