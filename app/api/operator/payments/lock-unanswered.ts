import type { Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { lockRefunded } from './refunds.ts'

/**
 * Locks a payment whose refund to its card waits for an operator's decision. Throws APPROVAL_DECIDED if nothing is to be decided, and NOT_FOUND.
 */
export async function lockUnanswered(tx: Tx, id: string): Promise<PaymentRow> {
  const payment = await lockRefunded(tx, id)
  if (payment.card_return !== 'UNANSWERED') throw errors.APPROVAL_DECIDED()
  return payment
}
