import { z } from 'zod'
import { moneyOperators, notifying, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { PaymentCard } from '#app/contract/shapes/payment-shapes.ts'
import { CurrencyCode, Instant, Money, PublicId, Whole } from '#app/contract/shapes/shapes.ts'
import { Correction, Reason, RefundTarget } from '../people.ts'

const { IDEMPOTENCY_CONFLICT } = ERRORS

export const LedgerAccount = z.enum([
  'WALLET',
  'GATEWAY',
  'PREPAYMENT',
  'COMPANY',
  'CANCELLATION_FEE',
  'COMMISSION',
  'BANK',
  'TILL',
  'DESK_INCOME',
  'CUSTOMER_PAYOUT',
  'CARD_RETURN',
  'DEPOSIT',
])

/** One entry of the books: positive to the owner of the account, negative from them. */
const LedgerEntry = z.object({
  transaction: z.int(),
  kind: z.string(),
  key: z.string(),
  at: Instant,
  account: LedgerAccount,
  owner: z.string(),
  /** The company's name, where it is one's account. */
  company: z.string().nullable(),
  amount: Money,
})

const ManagedPayment = PaymentCard.extend({
  payer: z.object({ id: PublicId.nullable(), fullname: z.string(), phone: z.string() }),
  /** What is known of the way to the bank and back, the oldest first. */
  history: z.array(
    z.object({
      at: Instant.nullable(),
      what: z.enum(['CREATED', 'REDIRECTED', 'TOKEN_ENDS', 'CLAIMED', 'CHECKED', 'VERIFIED', 'SETTLED', 'REASON']),
      detail: z.string().nullable(),
    }),
  ),
  ledger: z.array(LedgerEntry),
  refunds: z.array(Correction),
  /** What can still be given back: less what was, and what waits. */
  refundable: Money,
  /**
   * Whether a refund may go back to the card: all of the payment has to be left (else PARTLY), its gateway can (else GATEWAY), and the bank's
   * time for it has not passed (else LATE).
   */
  card_way: z.enum(['POSSIBLE', 'GATEWAY', 'LATE', 'PARTLY']),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  approval_above: z.object({ currency: CurrencyCode, amount: Money }),
})

/** Money of a payment that its payer's wallet gets back, in the minor unit. */
export const RefundFields = z.object({
  amount: Whole.refine((amount) => amount > 0, 'required').refine((amount) => amount <= 1_000_000_000, 'max'),
  /** Who bears it: us, or the company, from its next payout. */
  bearer: z.enum(['MARKETPLACE', 'COMPANY'], { error: 'required' }),
  reason: Reason,
  /** CARD for the whole payment alone, while `card_way` is POSSIBLE; the wallet where it is left out. */
  way: RefundTarget.optional(),
})

export const managedPayments = {
  payment: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/payments/{id}/',
      summary: 'A payment with what the bank said, its entries in the ledger and its refunds (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(ManagedPayment),
  refund: moneyOperators
    .meta(notifying(moneyOperators, 300))
    .errors({ IDEMPOTENCY_CONFLICT })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/refunds/',
      summary:
        'Give money of a payment back to the payer’s wallet or card, with a reason; large amounts wait for a second operator (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(RefundFields.extend({ id: PublicId }))
    .output(Correction),
}
