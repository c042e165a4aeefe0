import { z } from 'zod'
import { moneyOperators, notifying, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { Proposal } from '#app/contract/company/proposal.ts'
import { Protocols } from '#app/contract/company/protocols.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, PublicId, Whole } from '#app/contract/shapes/shapes.ts'
import { DISPUTE_SIDES, RULINGS } from '#app/rules/reservation/charges/dispute.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { Reason } from './people.ts'

const { APPROVAL_WAITS, DISPUTE_DECIDED } = ERRORS

/** Those that an operator still has to decide, or all others. */
export const DISPUTE_LISTS = ['OPEN', 'CLOSED'] as const

const Company = z.object({ id: z.int(), name: z.string() })

const DisputeLine = z.object({
  id: PublicId,
  /** The reservation's. */
  number: z.string(),
  fullname: z.string(),
  company: Company,
  status: z.enum(PROPOSAL_STATUSES),
  amount: Money,
  currency: CurrencyCode,
  opened_by: z.enum(DISPUTE_SIDES),
  opened_at: Instant,
  decide_by: Instant,
  /** Whether the deadline has passed without a decision. */
  late: z.boolean(),
  /** Who has said something. */
  heard: z.array(z.enum(DISPUTE_SIDES)),
  /** Whether a ruling waits for a second operator. */
  requested: z.boolean(),
})

/** A dispute with all that speaks for either side. */
const DisputeCase = DisputeLine.extend({
  reservation: PublicId,
  vehicle: z.string(),
  category: z.int(),
  zone: z.string(),
  proposal: Proposal,
  records: Protocols,
  /** Who decided it, for operators alone. */
  decided_by: z.string().nullable(),
})

export const RulingFields = z.object({
  ruling: z.enum(RULINGS, { error: 'required' }),
  /** For a part: what is owed, in the minor unit of the reservation. */
  amount: Whole.refine((amount) => amount > 0, 'required').optional(),
  /** For both sides, as it is written. */
  reason: Reason,
})

export const disputes = {
  list: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/disputes/',
      summary: 'Disputes of what companies ask for: open ones by their deadline, or the closed ones (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ list: z.enum(DISPUTE_LISTS).catch('OPEN').default('OPEN') }))
    .output(listOf(DisputeLine)),
  read: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/disputes/{id}/',
      summary: 'A dispute with what both sides say, the records of hand-over and return, and the deposit (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(DisputeCase),
  rule: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ APPROVAL_WAITS, DISPUTE_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/disputes/{id}/ruling/',
      summary:
        'Decide a dispute once, in full, in part or for nothing, with a reason for both sides; large amounts wait for a second operator (ours)',
      tags: ['operator'],
    })
    .input(RulingFields.extend({ id: PublicId }))
    .output(z.object({ id: PublicId, waits: z.boolean() })),
}
