import { z } from 'zod'
import { GATEWAY_NAMES } from '#app/rules/constants.ts'
import { PAYMENT_STATUSES } from '#app/rules/money/payment/payment-status.ts'
import { CurrencyCode, Instant, Money, PublicId } from './shapes.ts'

export const PaymentStatus = z.enum(PAYMENT_STATUSES)

/** UNANSWERED waits for an operator: the bank never said whether it has reversed the payment. */
export const CardReturn = z.enum(['WAITING', 'UNANSWERED', 'DONE', 'REFUSED'])

/** The status of a transfer from a wallet to its holder's bank account. */
export const PayoutStatus = z.enum(['REQUESTED', 'IN_BATCH', 'SENT', 'RETURNED'])

/** What a payment is for: a reservation, a change that costs more, a company's charge, a monthly part, the deposit, or the wallet. */
export const PaymentPurpose = z.enum(['RESERVATION', 'CHANGE', 'CHARGE', 'PART', 'DEPOSIT', 'TOP_UP'])

/** What a payment's money became. */
export const SettledAs = z.enum(['RESERVATION', 'CHARGE', 'DEPOSIT', 'WALLET', 'REVERSED'])

/** A payment in a list of invoices. */
export const PaymentCard = z.object({
  id: PublicId,
  number: z.string(),
  purpose: PaymentPurpose,
  status: PaymentStatus,
  gateway: z.enum([...GATEWAY_NAMES, 'wallet']),
  created_at: Instant,
  /** When it was paid, failed or was refunded. */
  settled_at: Instant.nullable(),
  currency: CurrencyCode,
  /**
   * The amount through the gateway, and the wallet's part besides it; a payment only by wallet has everything in
   * `amount`.
   */
  amount: Money,
  wallet_amount: Money,
  /** What the money became: WALLET and REVERSED if there was nothing to pay any more; a top-up is WALLET. */
  settled_as: SettledAs.nullable(),
  /** Whether the bank should return its part to the card, has done so, or refused, so that the wallet got it. */
  card_return: CardReturn.nullable(),
  reference: z.string().nullable(),
  trace: z.string().nullable(),
  /** As the bank masks it. */
  card: z.string().nullable(),
  reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
})
