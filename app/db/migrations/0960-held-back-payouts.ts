import { type Kysely, sql } from 'kysely'

/**
 * Payouts whose company was suspended while they were open: they stay out of the bank's file and of what is recorded as paid for a whole
 * batch, also after the suspension, because only a person knows whether the bank had them before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payout add column held_back boolean not null default false`.execute(db)
  await sql`update payout set held_back = true from company
    where company.id = payout.company_id and company.suspended_at is not null and payout.status = 'OPEN'`.execute(db)
}
