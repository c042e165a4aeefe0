import { z } from 'zod'
import { moneyOperators, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CurrencyCode, PublicId, RowId, Whole } from '#app/contract/shapes/shapes.ts'
import { Correction, Reason } from '../people.ts'

const { CORRECTION_DECIDED, IDEMPOTENCY_CONFLICT } = ERRORS

export const corrections = {
  correct: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ IDEMPOTENCY_CONFLICT })
    .route({
      method: 'POST',
      path: '/admin/people/{id}/corrections/',
      summary: 'Put money into a wallet or take it out, with a reason; large amounts wait for a second operator (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(
      z.object({
        id: PublicId,
        currency: CurrencyCode,
        amount: Whole.refine((amount) => amount !== 0, 'required').refine(
          (amount) => Math.abs(amount) <= 1_000_000_000,
          'max',
        ),
        reason: Reason,
      }),
    )
    .output(Correction),
  decideCorrection: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ CORRECTION_DECIDED })
    .route({
      method: 'PATCH',
      path: '/admin/corrections/{id}/',
      summary: 'Approve or refuse a correction that another operator asked for (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId, approved: z.boolean() }))
    .output(Correction),
}
