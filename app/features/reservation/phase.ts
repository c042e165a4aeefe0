import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'

/** The state that a reservation's page shows: to be paid, payment being checked, with the company, confirmed, or over. */
export type ReservationPhase = 'pay' | 'checking' | 'waiting' | 'valid' | 'ended'

/** What the page of a reservation shows, by its status and by its last payment's. */
export function phaseOf({
  status,
  payable,
  payment,
}: Pick<VoucherFacts, 'status' | 'payable' | 'payment'>): ReservationPhase {
  if (status === 'CONFIRMED' || status === 'ACTIVE' || status === 'COMPLETED') return 'valid'
  if (status === 'AWAITING_CONFIRMATION') return 'waiting'
  if (isRequested(payment?.status) && (status === 'AWAITING_PAYMENT' || status === 'EXPIRED')) return 'checking'
  return status === 'AWAITING_PAYMENT' && payable ? 'pay' : 'ended'
}

/** Where the money of a reservation that is over went. */
export type MoneyOutcome =
  | { kind: 'toCard' | 'toWallet'; amount: number; isLate: boolean }
  /** All of it comes back: the bank's part to the card, or shall, and what the wallet had paid to the wallet. */
  | { kind: 'toCard' | 'askedCard'; amount: number; isLate: false; toWallet: number }
  | { kind: 'noRefund' | 'notCharged' }

/** Where the money of a reservation that ended went; amounts in the minor unit (decisions.md, "Paying"). */
export function moneyOutcomeOf({
  payment,
  paid,
  refunded,
}: Pick<VoucherFacts, 'payment' | 'paid' | 'refunded'>): MoneyOutcome {
  if (payment?.status === 'REVERSED') return { kind: 'toCard', amount: payment.amount, isLate: true }
  const asked = payment?.card_return
  if (payment && (asked === 'WAITING' || asked === 'DONE')) {
    const { amount } = payment
    return { kind: asked === 'DONE' ? 'toCard' : 'askedCard', amount, isLate: false, toWallet: refunded - amount }
  }
  if (refunded > 0) return { kind: 'toWallet', amount: refunded, isLate: false }
  if (payment?.status === 'PAID' && paid === 0) return { kind: 'toWallet', amount: payment.amount, isLate: true }
  return { kind: paid > 0 ? 'noRefund' : 'notCharged' }
}

function isRequested(status: string | undefined) {
  return status === 'VERIFYING' || status === 'REVIEW'
}
