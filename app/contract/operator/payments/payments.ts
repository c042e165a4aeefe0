import { z } from 'zod'
import { moneyOperators, notifying, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { RefundTarget } from '#app/contract/reservations/reservations.ts'
import { PaymentCard, PaymentStatus } from '#app/contract/shapes/payment-shapes.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery, PublicId, Whole } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { Correction, Reason } from '../people.ts'

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

/** One entry of the books: positive to the account's owner, negative from them. */
const LedgerEntry = z.object({
  transaction: z.int(),
  kind: z.string(),
  key: z.string(),
  at: Instant,
  account: LedgerAccount,
  owner: z.string(),
  /** The company's name, for a company's account. */
  company: z.string().nullable(),
  amount: Money,
})

const ManagedPayment = PaymentCard.extend({
  payer: z.object({ id: PublicId.nullable(), fullname: z.string(), phone: z.string() }),
  /** The known steps on the way to the bank and back, oldest first. */
  history: z.array(
    z.object({
      at: Instant.nullable(),
      what: z.enum(['CREATED', 'REDIRECTED', 'TOKEN_ENDS', 'CLAIMED', 'CHECKED', 'VERIFIED', 'SETTLED', 'REASON']),
      detail: z.string().nullable(),
    }),
  ),
  ledger: z.array(LedgerEntry),
  refunds: z.array(Correction),
  /** What can still be refunded, less earlier and waiting refunds. */
  refundable: Money,
  /**
   * Whether a refund can go back to the card: the whole payment must be left (otherwise PARTLY), its gateway must
   * support it (otherwise GATEWAY), and the bank's time limit must not have passed (otherwise LATE).
   */
  card_way: z.enum(['POSSIBLE', 'GATEWAY', 'LATE', 'PARTLY']),
  company: z.object({ id: z.int(), name: z.string() }).nullable(),
  approval_above: z.object({ currency: CurrencyCode, amount: Money }),
})

/** Money of a payment that is refunded to its payer's wallet, in the minor unit. */
export const RefundFields = z.object({
  amount: Whole.refine((amount) => amount > 0, 'required').refine((amount) => amount <= 1_000_000_000, 'max'),
  /** Who bears it: we, or the company, deducted from its next payout. */
  bearer: z.enum(['MARKETPLACE', 'COMPANY'], { error: 'required' }),
  reason: Reason,
  /** CARD only for the whole payment, while `card_way` is POSSIBLE; by default the wallet. */
  way: RefundTarget.optional(),
})

export const payments = {
  list: operatorsOf('MONEY', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/admin/payments/',
      summary: 'Payments of all, newest first, of one status where it is named (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ status: z.preprocess(empty, PaymentStatus.optional().catch(undefined)) }))
    .output(listOf(PaymentCard)),
  read: operatorsOf('MONEY', 'SUPPORT')
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
