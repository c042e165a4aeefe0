import { z } from 'zod'
import { moneyOperators, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { Text } from '#app/contract/shapes/text.ts'
import { REVIEW_OUTCOMES } from '#app/rules/money/payment/review-outcome.ts'
import { Reason } from '../people.ts'

const { APPROVAL_DECIDED, APPROVAL_WAITS } = ERRORS

/** What an operator decides about a payment that no answer of the bank settles. */
export const ReviewDecision = z.object({
  outcome: z.enum(REVIEW_OUTCOMES, { error: 'required' }),
  /** The bank's number of the payment, as in the bank's reports; required for kept money if the payment has none. */
  reference: Text.max(100, 'max_length').optional(),
  reason: Reason,
})

export const reviews = {
  decideReview: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ APPROVAL_DECIDED, APPROVAL_WAITS })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/review/',
      summary:
        'What became of a payment that only a person can place, with a reason: the bank returned it, kept it, or it never arrived; large amounts wait for a second operator (ours)',
      tags: ['operator'],
    })
    .input(ReviewDecision.extend({ id: PublicId }))
    .output(z.object({ id: PublicId, waits: z.boolean() })),
}
