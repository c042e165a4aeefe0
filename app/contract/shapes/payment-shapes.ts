import { z } from 'zod'
import { GATEWAY_NAMES } from '#app/rules/constants.ts'
import { PAYMENT_STATUSES } from '#app/rules/money/payment/payment-status.ts'
import { CurrencyCode, Instant, Money, PublicId } from './shapes.ts'

export const PaymentStatus = z.enum(PAYMENT_STATUSES)

/** UNANSWERED waits for an operator: the bank never said whether it has returned it. */
export const CardReturn = z.enum(['WAITING', 'UNANSWERED', 'DONE', 'REFUSED'])

/** Where a transfer from a wallet to an account of its holder stands. */
export const PayoutStatus = z.enum(['REQUESTED', 'IN_BATCH', 'SENT', 'RETURNED'])

/** What a payment is for: a reservation, a change of one that costs more, what its company asked for, or the wallet. */
export const PaymentPurpose = z.enum(['RESERVATION', 'CHANGE', 'CHARGE', 'TOP_UP'])

/** A payment as lists of invoices show it. */
export const PaymentCard = z.object({
  id: PublicId,
  number: z.string(),
  purpose: PaymentPurpose,
  status: PaymentStatus,
  gateway: z.enum([...GATEWAY_NAMES, 'wallet']),
  created_at: Instant,
  /** When it was paid, failed or was given back. */
  settled_at: Instant.nullable(),
  currency: CurrencyCode,
  /** What went through the gateway, and beside it from the wallet; a payment by wallet alone has it all in `amount`. */
  amount: Money,
  wallet_amount: Money,
  /** What the money became: WALLET and REVERSED where nothing was to be paid any more; a top-up is WALLET. */
  settled_as: z.enum(['RESERVATION', 'CHARGE', 'WALLET', 'REVERSED']).nullable(),
  /** Whether the bank is to put its part back to the card, has done so, or refused, so that the wallet got it. */
  card_return: CardReturn.nullable(),
  reference: z.string().nullable(),
  trace: z.string().nullable(),
  /** As the bank masks it. */
  card: z.string().nullable(),
  reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
})
