import { z } from 'zod'
import { CurrencyCode, Instant, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { optionalText, requiredLines } from '#app/contract/shapes/text.ts'
import { DISPUTE_SIDES, RULINGS, STATEMENT_LENGTH } from '#app/rules/reservation/charges/dispute.ts'
import { PROPOSAL_STATUSES } from '#app/rules/reservation/charges/proposal-status.ts'
import { CHARGE_KINDS } from '#app/rules/reservation/charges/return-proposal.ts'
import { DAMAGE_SIZES, DAMAGE_TYPES, DAMAGE_ZONES } from '#app/rules/reservation/protocol.ts'

/** A damage and where it is. */
export const Damage = z.object({
  zone: z.enum(DAMAGE_ZONES, { error: 'required' }),
  type: z.enum(DAMAGE_TYPES, { error: 'required' }),
  size: z.enum(DAMAGE_SIZES, { error: 'required' }),
  note: optionalText(200),
})

/** What either side says about a dispute, and the proposal that it is about. */
export const DisputeFields = z.object({ proposal: PublicId, message: requiredLines(STATEMENT_LENGTH) })

/** A proposal that an operator decides: what both sides say, until when, and how it was decided. */
const Dispute = z.object({
  id: PublicId,
  /** COMPANY: the customer did not answer in time. */
  opened_by: z.enum(DISPUTE_SIDES),
  opened_at: Instant,
  decide_by: Instant,
  statements: z.array(z.object({ side: z.enum(DISPUTE_SIDES), body: z.string(), at: Instant })),
  /** Null while nobody has decided, and for good where it was accepted or withdrawn before. */
  ruling: z
    .object({
      ruling: z.enum(RULINGS),
      /** What is owed of the amount, and what of that was kept of the deposit at once. */
      amount: Money,
      from_deposit: Money,
      reason: z.string(),
      at: Instant,
    })
    .nullable(),
})

/** What a company asks for after a return; nothing is charged before the customer accepts it or an operator decides. */
export const Proposal = z.object({
  id: PublicId,
  kind: z.enum(['RETURN', 'LATE', 'HAND']),
  status: z.enum(PROPOSAL_STATUSES),
  lines: z.array(
    z.object({
      kind: z.enum(CHARGE_KINDS),
      quantity: z.int(),
      unit: Money,
      /** `quantity` times `unit` by the agreed terms, unless the company changed it before it was sent. */
      amount: Money,
      damage: Damage.optional(),
    }),
  ),
  amount: Money,
  /** What the company says about it, always for one by hand, and its picture, if there is one. */
  reason: z.string().nullable(),
  picture: z.object({ reservation: PublicId, photo: PublicId }).nullable(),
  /** What is to be paid of it now: 0 unless it was accepted or decided. */
  due: Money,
  currency: CurrencyCode,
  created_at: Instant,
  /** Null while it is a draft, which the customer does not get to see. */
  sent_at: Instant.nullable(),
  /** Until when the customer is waited for; then the company may give it to an operator. */
  answer_by: Instant.nullable(),
  /** Whether the company may do so now. */
  may_escalate: z.boolean(),
  paid_by: z.enum(['ONLINE', 'DESK', 'DEPOSIT']).nullable(),
  paid_at: Instant.nullable(),
  /** The ticket that a dispute opened; for its customer and operators. */
  ticket: PublicId.nullable(),
  dispute: Dispute.nullable(),
})
