import type { Kysely, UpdateObject } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { mayBecome, type PaymentStatus } from '#app/rules/money/payment/payment-status.ts'

type StatusChange = {
  /** The statuses that the caller expects. */
  from: readonly PaymentStatus[]
  to: PaymentStatus
  /** What else changes with the status. */
  set?: Omit<UpdateObject<DB, 'payment', 'payment'>, 'status'>
}

/**
 * Changes the status of a payment and returns the payment; undefined if its status is not in `from` any more, and then
 * nothing changes. Nothing else writes a payment's status. Throws an Error for a change that the table of transitions
 * does not allow.
 */
export function changePaymentStatus(
  db: Kysely<DB>,
  id: string,
  { from, to, set = {} }: StatusChange,
): Promise<PaymentRow | undefined> {
  const refused = from.find((status) => !mayBecome(status, to))
  if (refused) throw new Error(`a payment cannot go from ${refused} to ${to}`)
  return db
    .updateTable('payment')
    .set({ ...set, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}
