import { z } from 'zod'
import { notifying, operators, recheckedOperators } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import {
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  RowId,
} from '#app/contract/shapes/shapes.ts'
import { OPERATOR_ROLES } from '#app/rules/access/operator-role.ts'
import { REVIEW_OUTCOMES } from '#app/rules/money/payment/review-outcome.ts'
import { CARD_RETURN_OUTCOMES } from './payments/card-returns.ts'
import { Batch } from './payouts.ts'
import { Correction } from './people.ts'
import { CodeLimits } from './settings/codes.ts'

const { APPROVAL_DECIDED, DISPUTE_DECIDED, PAYOUT_DECIDED } = ERRORS

const Role = z.enum(OPERATOR_ROLES).nullable()
const Someone = z.object({ id: PublicId, name: z.string(), phone: z.string() })
/** Amounts in the minor unit, the present ones and the requested ones. */
const Amounts = z.object({
  euro_rate: Money.optional(),
  approval_irt: Money.optional(),
  approval_eur: Money.optional(),
})

const Requested = z.object({
  id: z.int(),
  reason: z.string(),
  requested_at: Instant,
  requested_by: z.string(),
  /** The caller is its author: they can withdraw it, and everybody else who sees it can decide it. */
  is_own: z.boolean(),
})

/** What waits for a second operator. Requests that move money are decided where they are stored. */
const Approval = z.discriminatedUnion('kind', [
  Requested.extend({ kind: z.literal('CORRECTION'), correction: Correction }),
  Requested.extend({ kind: z.literal('PAYOUTS'), batch: Batch }),
  /** `before` and `after`: the person's roles; null for nobody who is an operator. */
  Requested.extend({ kind: z.literal('OPERATOR'), person: Someone, before: Role, after: Role }),
  Requested.extend({ kind: z.literal('CONFIG'), before: Amounts, after: Amounts }),
  Requested.extend({
    ...{ kind: z.literal('COMMISSION'), company: z.object({ id: z.int(), name: z.string() }) },
    ...{ before: z.int(), after: z.int() },
    /** The rate for the company's own bookings, if that changes, too. */
    own: z.object({ before: z.int(), after: z.int() }).nullable(),
  }),
  Requested.extend({ kind: z.literal('SECOND_FACTOR'), person: Someone }),
  Requested.extend({
    ...{ kind: z.literal('CARD_RETURN'), outcome: z.enum(CARD_RETURN_OUTCOMES) },
    payment: z.object({ id: PublicId, number: z.string(), amount: Money, currency: CurrencyCode }),
  }),
  Requested.extend({
    ...{ kind: z.literal('REVIEW'), outcome: z.enum(REVIEW_OUTCOMES) },
    payment: z.object({ id: PublicId, number: z.string(), amount: Money, currency: CurrencyCode }),
  }),
  Requested.extend({
    kind: z.literal('RULING'),
    dispute: z.object({ id: PublicId, number: z.string(), asked: Money, ruled: Money, currency: CurrencyCode }),
  }),
  /** The company's current account: one that is entered later is not confirmed by this request. */
  Requested.extend({
    ...{ kind: z.literal('HOLDER'), company: z.object({ id: z.int(), name: z.string() }) },
    ...{ holder: z.string(), iban: z.string() },
  }),
  Requested.extend({
    kind: z.literal('CODE'),
    code: CodeLimits.extend({
      ...{ code: z.string(), percent: z.int().nullable(), cap: Money.nullable(), amount: Money.nullable() },
      ...{ currency: CurrencyCode, start_date: IsoDate, end_date: IsoDate, total_uses: z.int() },
    }),
  }),
])

export const approvals = {
  list: operators
    .route({
      method: 'GET',
      path: '/admin/approvals/',
      summary: 'What waits for a second operator and is the caller’s work or request, the oldest first (ours)',
      tags: ['operator'],
    })
    .input(PageQuery)
    .output(listOf(Approval)),
  decide: recheckedOperators
    .meta(notifying(recheckedOperators, 300))
    .errors({ APPROVAL_DECIDED, DISPUTE_DECIDED, PAYOUT_DECIDED })
    .route({
      method: 'PATCH',
      path: '/admin/approvals/{id}/',
      summary:
        'Approve or refuse what another operator asked for: a setting of money, a commission, a role, a second factor (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId, approved: z.boolean() }))
    .output(z.object({ id: z.int(), approved: z.boolean() })),
}
