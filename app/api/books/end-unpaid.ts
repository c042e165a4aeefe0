import type { Tx } from '#app/api/call/context.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { changePaymentStatus } from './change-payment-status.ts'
import { post } from './ledger.ts'

/**
 * Ends a payment without money from a bank, and returns its wallet's part. Does nothing if its status is not in `from`
 * any more.
 */
export async function endUnpaid(
  tx: Tx,
  payment: PaymentRow,
  end: {
    from: readonly PaymentRow['status'][]
    status: 'FAILED' | 'CANCELLED' | 'EXPIRED'
    reason: string
    at: Date
  },
): Promise<void> {
  const { from, status: to, reason, at } = end
  const set = { reason, settled_at: at, checked_at: null }
  const ended = await changePaymentStatus(tx, payment.id, { from, to, set })
  if (ended && payment.wallet_amount > 0) await returnWalletPart(tx, payment, at)
}

/** Returns the wallet's part of a payment to the same wallet; once. */
export async function returnWalletPart(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  const given = await tx
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .select(['ledger_account.kind', 'ledger_account.owner', 'ledger_entry.amount'])
    .where('ledger_transaction.key', '=', `wallet-debit ${payment.id}`)
    .execute()
  await post(tx, {
    key: `wallet-return ${payment.id}`,
    kind: 'WALLET_RETURN',
    currency: currencyIn(payment),
    at,
    payment: payment.id,
    reservation: reservationOf(payment),
    entries: given.map(({ kind, owner, amount }) => ({ kind, owner, amount: -amount })),
  })
}

/** The reservation that a payment is for. Throws for a top-up, which is for none. */
export function reservationOf({ number, reservation_id }: Pick<PaymentRow, 'number' | 'reservation_id'>): string {
  if (reservation_id === null) throw new Error(`payment ${number} is for no reservation`)
  return reservation_id
}
