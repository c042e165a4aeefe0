import { api } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { requestChange } from '#app/api/operator/approvals/approval-requests.ts'
import { movementNeedsApproval } from '#app/api/operator/approvals/second-operator.ts'
import { endReview, keptReference, lockInReview } from '#app/api/payments/end-review.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { phoneOfHolder } from '#app/rules/identity/holder.ts'

/**
 * An operator's decision on a payment in REVIEW, after checking the bank's reports. Above the limits of refunds a
 * second operator approves; returns whether it waits. Throws APPROVAL_DECIDED if somebody was faster, APPROVAL_WAITS,
 * INVALID_FIELDS, NOT_FOUND. Source: *ours*.
 */
export const decideReview = api.operator.payments.decideReview.handler(async ({ input, context }) => {
  const { deps, person } = context
  const { id, outcome, reference, reason } = input
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const found = await lockInReview(tx, id)
    const { payment, due } = found
    if (outcome === 'KEPT') keptReference(payment, { reference })
    const receiver = due ? due.reservation.phone : phoneOfHolder(payment.wallet_owner ?? '')
    const waits = await movementNeedsApproval(deps, tx, {
      ...{ operator: person.id, currency: currencyIn(payment) },
      shares: [{ receiver, amount: payment.amount }],
    })
    const change = { kind: 'REVIEW' as const, payment: id, outcome, reference }
    if (waits) await requestChange(deps, tx, { by: person.id, reason, change })
    else await endReview(deps, tx, found, { outcome, reference, alone: person.id })
    return { id, waits }
  })
})
