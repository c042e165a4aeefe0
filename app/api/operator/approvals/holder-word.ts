import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'

type Account = { company: number; changed_at: string }

/**
 * Locks the bank account of a company that waits for its holder's confirmation. Throws PAYOUT_DECIDED if another
 * account was entered since, or nothing has to be confirmed; NOT_FOUND for a company without an account.
 */
export async function lockWaitingAccount(tx: Tx, { company, changed_at }: Account) {
  const bank = await tx
    .selectFrom('company_bank')
    .select(['changed_at', 'holder_status'])
    .where('company_id', '=', company)
    .forUpdate()
    .executeTakeFirst()
  if (!bank) throw errors.NOT_FOUND()
  const isSame = bank.changed_at.toISOString() === new Date(changed_at).toISOString()
  if (!isSame || bank.holder_status !== 'WAITING') throw errors.PAYOUT_DECIDED()
}

/** Confirms it in an operator's name. */
export async function confirmAccount(tx: Tx, account: Account & { by: string; at: Date }): Promise<void> {
  await lockWaitingAccount(tx, account)
  await tx
    .updateTable('company_bank')
    .set({ holder_status: 'CONFIRMED', holder_decided_at: account.at, holder_decided_by: account.by })
    .where('company_id', '=', account.company)
    .execute()
}
