import { type Kysely, sql } from 'kysely'
import { giveCompany } from './0936-companies-of-what-hangs.ts'

/**
 * Charges, their drafts and refunds to a bank account name the company of their reservation, too: the last three of what hangs on one. Each
 * table is written once, while nobody reserves or pays. Source: issue 21, C; docs/scale.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`lock table reservation, ${Object.keys(COMPANY_ADDED).join(', ')} in access exclusive mode`).execute(db)
  const { wallet_payout, ...charges } = COMPANY_ADDED
  await giveCompany(db, { always: charges, sometimes: { wallet_payout } })
}

const CASCADE = 'on delete cascade'
/** By table, what becomes of its rows when the reservation is deleted. */
export const COMPANY_ADDED = {
  proposal: CASCADE,
  charge_draft: CASCADE,
  // The money was paid all the same.
  wallet_payout: 'on delete set null (reservation_id)',
}
