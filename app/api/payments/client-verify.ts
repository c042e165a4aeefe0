import { purposeOf } from '#app/api/books/payment-card.ts'
import { api } from '#app/api/call/context.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { settlePayment } from './settle.ts'

/** Settles a payment with the bank and returns the outcome; safe to repeat, with or without the bank's fields (§7). */
export const clientVerify = api.payments.clientVerify.handler(async ({ input, context: { deps } }) => {
  const answer = Object.keys(input.answer).length > 0 ? input.answer : undefined
  const payment = await settlePayment(deps, input.ref_id, answer)
  return {
    payment_id: payment.id,
    reservation_id: payment.reservation_id,
    purpose: purposeOf(payment),
    status: payment.status,
    amount: payment.amount,
    currency: currencyIn(payment),
    reason: reasonOf(payment),
    settled_as: payment.status === 'VERIFYING' ? null : payment.settled_as,
  }
})

/** A key of `errors.json`: the bank's own words are only logged. */
function reasonOf({ status }: PaymentRow): string | null {
  if (status === 'CANCELLED') return 'payment_cancelled'
  if (status === 'FAILED' || status === 'EXPIRED') return 'payment_failed'
  return status === 'PAID' || status === 'REVERSED' || status === 'REFUNDED' ? null : 'payment_pending'
}
