import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { returnWalletPart } from '#app/api/books/end-unpaid.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { ReviewOutcome } from '#app/rules/money/payment/review-outcome.ts'
import { bookKept } from './book-payment.ts'
import { type Due, dueIdsOf, lockDue } from './due.ts'
import { claimReference, lockPayment, readPayment } from './record.ts'

type InReview = { payment: PaymentRow; due: Due | null }

/**
 * Locks a payment in REVIEW and its purpose: the reservation first, as everywhere. Throws APPROVAL_DECIDED if somebody
 * else was faster, NOT_FOUND.
 */
export async function lockInReview(tx: Tx, id: string): Promise<InReview> {
  const ids = dueIdsOf(await readPayment(tx, id))
  const due = ids && (await lockDue(tx, ids))
  const payment = await lockPayment(tx, id)
  if (payment.status !== 'REVIEW') throw errors.APPROVAL_DECIDED()
  return { payment, due }
}

type Decision = {
  outcome: ReviewOutcome
  /** The bank's reference if we have none: kept money needs one. */
  reference?: string | undefined
  /** The operator, if no second one approved. */
  alone: string | null
}

/**
 * An operator's result for a payment in REVIEW: if the bank has returned it or never received it, no money is booked
 * and the wallet's part is returned; kept money counts as paid. The customer is notified. The caller has called
 * `lockInReview`. Throws INVALID_FIELDS for kept money without a reference, or with another payment's: a bank's
 * reference can be used once. Source: *ours*.
 */
export async function endReview(deps: Deps, tx: Tx, { payment, due }: InReview, decision: Decision): Promise<void> {
  const { outcome, alone } = decision
  const { id } = payment
  const at = deps.now()
  await tx.updateTable('payment').set({ review_by: alone, review_decided_at: at }).where('id', '=', id).execute()
  if (outcome === 'KEPT') {
    const reference = keptReference(payment, decision)
    if (!(await claimReference(tx, { payment, reference, at })))
      throw invalidFields({ reference: ['bank_reference_taken'] })
    await tx.updateTable('payment').set({ reference }).where('id', '=', id).execute()
    return bookKept(deps, tx, { payment, due })
  }
  const isReturned = outcome === 'RETURNED'
  await changePaymentStatus(tx, id, {
    from: ['REVIEW'],
    to: isReturned ? 'REVERSED' : 'FAILED',
    set: { settled_as: isReturned ? 'REVERSED' : null, settled_at: at, checked_at: null },
  })
  if (payment.wallet_amount > 0) await returnWalletPart(tx, payment, at)
  const { amount } = payment
  if (due) {
    const kind = isReturned ? 'paymentReturned' : 'paymentMissing'
    return notify(deps, tx, { kind, reservation: due.reservation.id, amount })
  }
  if (payment.wallet_owner === null) return
  const kind = isReturned ? 'topUpReturned' : 'topUpMissing'
  await notify(deps, tx, { kind, wallet: payment.wallet_owner, currency: currencyIn(payment), amount })
}

/** The bank's reference for kept money. Throws INVALID_FIELDS if neither the bank nor the operator gave one. */
export function keptReference(payment: PaymentRow, { reference }: Pick<Decision, 'reference'>): string {
  const found = payment.reference ?? reference
  if (!found) throw invalidFields({ reference: ['required'] })
  return found
}
