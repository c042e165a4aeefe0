import { z } from 'zod'
import { moneyOperators, notifying, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { Reason } from '../people.ts'

const { APPROVAL_DECIDED, APPROVAL_WAITS } = ERRORS

/** What an operator has found out: the card got the money; or it did not, and the wallet gets it. */
export const CARD_RETURN_OUTCOMES = ['RETURNED', 'WALLET'] as const

const UnansweredReturn = z.object({
  /** The payment's id. */
  id: PublicId,
  number: z.string(),
  gateway: z.string(),
  reference: z.string().nullable(),
  fullname: z.string(),
  amount: Money,
  currency: CurrencyCode,
  /** When the money was set aside for the card. */
  since: Instant,
  /** The bank's last answer, for operators. */
  said: z.string(),
  /** Whether a decision waits for a second operator. */
  requested: z.boolean(),
})

/** The bank's answer, or what is done instead. */
export const CardReturnDecision = z.object({
  outcome: z.enum(CARD_RETURN_OUTCOMES, { error: 'required' }),
  reason: Reason,
})

export const cardReturns = {
  cardReturns: operatorsOf('MONEY')
    .route({
      method: 'GET',
      path: '/admin/card-returns/',
      summary: 'Returns to cards whose banks never said what became of them (ours)',
      tags: ['operator'],
    })
    .input(PageQuery)
    .output(listOf(UnansweredReturn)),
  decideCardReturn: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ APPROVAL_DECIDED, APPROVAL_WAITS })
    .route({
      method: 'POST',
      path: '/admin/card-returns/{id}/',
      summary:
        'What became of one of them, with a reason: the card has it, or the wallet gets it; large amounts wait for a second operator (ours)',
      tags: ['operator'],
    })
    .input(CardReturnDecision.extend({ id: PublicId }))
    .output(z.object({ id: PublicId, waits: z.boolean() })),
}
