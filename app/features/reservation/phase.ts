import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { CHECKED } from '#app/rules/money/payment/payment-status.ts'
import { STATUS_PHASES, type StatusPhase, UNPAID } from '#app/rules/reservation/reservation-status.ts'

/** The state that a reservation's page shows: the phase of its status, or a payment that is being checked. */
export type ReservationPhase = StatusPhase | 'checking'

/** The phase of a reservation, from its status and from that of its last payment. */
export function phaseOf({
  status,
  payable,
  payment,
}: Pick<VoucherFacts, 'status' | 'payable' | 'payment'>): ReservationPhase {
  const isChecked = CHECKED.some((checked) => checked === payment?.status)
  if (UNPAID.includes(status) && isChecked) return 'checking'
  const phase = STATUS_PHASES[status]
  return phase === 'pay' && !payable ? 'ended' : phase
}

/** Where the money of a reservation that is over went. */
export type MoneyOutcome =
  | { kind: 'toCard' | 'toWallet'; amount: number; isLate: boolean }
  /** Everything is refunded: the bank's part to the card (`askedCard`: requested), the wallet's part to the wallet. */
  | { kind: 'toCard' | 'askedCard'; amount: number; isLate: false; toWallet: number }
  /** Transferred to the customer's bank account (`askedAccount`: requested); gifts that it was paid with went to the wallet. */
  | { kind: 'askedAccount' | 'toAccount'; amount: number; isLate: false; toWallet: number }
  | { kind: 'noRefund' | 'notCharged' }

/** Where the money of a reservation that ended went; amounts in the minor unit (decisions.md, "Paying"). */
export function moneyOutcomeOf({
  payment,
  paid,
  refunded,
  refund_payout: sent,
}: Pick<VoucherFacts, 'payment' | 'paid' | 'refunded' | 'refund_payout'>): MoneyOutcome {
  if (payment?.status === 'REVERSED') return { kind: 'toCard', amount: payment.amount, isLate: true }
  const asked = payment?.card_return
  if (payment && (asked === 'WAITING' || asked === 'UNANSWERED' || asked === 'DONE')) {
    const { amount } = payment
    return { kind: asked === 'DONE' ? 'toCard' : 'askedCard', amount, isLate: false, toWallet: refunded - amount }
  }
  if (sent && sent.status !== 'RETURNED') {
    const kind = sent.status === 'SENT' ? 'toAccount' : 'askedAccount'
    return { kind, amount: sent.amount, isLate: false, toWallet: refunded - sent.amount }
  }
  if (refunded > 0) return { kind: 'toWallet', amount: refunded, isLate: false }
  if (payment?.status === 'PAID' && paid === 0) return { kind: 'toWallet', amount: payment.amount, isLate: true }
  return { kind: paid > 0 ? 'noRefund' : 'notCharged' }
}
