import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { reservationOf, returnWalletPart } from '#app/api/books/end-unpaid.ts'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { purposeOf } from '#app/api/books/payment-card.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { applyChange, takeWantedTime } from '#app/api/reservations/change/apply-change.ts'
import type { ChangeRow } from '#app/api/reservations/change/changeable.ts'
import { payPart } from '#app/api/reservations/monthly/pay-part.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { reclaimCode } from '#app/api/reservations/reserve/discount/discount.ts'
import { confirmReservation } from '#app/api/reservations/status/confirm.ts'
import { payProposal } from '#app/api/reservations/status/proposal.ts'
import { retakeVehicle } from '#app/api/reservations/status/retake.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import type { Verified } from '#app/providers/gateways/gateway.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { LASTING } from '#app/rules/reservation/reservation-change.ts'
import { holdOnlineDeposit } from './deposit/online-deposit.ts'
import { type Due, dueAmount, dueIdsOf, isAwaitingPayment, lockDue, takesChange } from './due.ts'
import { claimReference, leaveToPerson, lockPayment, readPayment, wasWalletPartReturned } from './record.ts'

type Paid = Extract<Verified, { outcome: 'paid' }>
export type PaymentToBook = { id: string; verified: Paid; canReverse: boolean }

/**
 * Books money that the bank has confirmed, all in one transaction: payment, reservation, ledger, event and message. If
 * the vehicle is taken now, it stores the intent to reverse (settled_as REVERSED, still VERIFYING), or credits the
 * wallet of the reservation's holder. Source: decisions.md, "Paying".
 */
export async function bookPayment(deps: Deps, tx: Tx, { id, verified, canReverse }: PaymentToBook): Promise<void> {
  const ids = dueIdsOf(await readPayment(tx, id))
  // The reservation first, as in every action on it, so that no two deadlock.
  const due = ids && (await lockDue(tx, ids))
  const payment = await lockPayment(tx, id)
  if (payment.status !== 'VERIFYING' || payment.settled_as) return
  const now = deps.now()
  const { reference, trace = null, card = null } = verified
  if (!(await claimReference(tx, { payment, reference, at: now }))) {
    return leaveToPerson(deps, tx, payment, 'the reference belongs to another payment')
  }
  await tx
    .updateTable('payment')
    .set({ reference, trace, card, verified_at: now, reason: null })
    .where('id', '=', id)
    .execute()

  await placeMoney(deps, tx, { payment, due, canReverse })
}

/**
 * The same for a payment in REVIEW whose money the bank has, according to an operator: for its purpose if that is still
 * possible, otherwise into the wallet. The caller has locked its purpose, then the payment.
 */
export async function bookKept(deps: Deps, tx: Tx, { payment, due }: { payment: PaymentRow; due: Due | null }) {
  await placeMoney(deps, tx, { payment, due, canReverse: false })
}

type Placed = { payment: PaymentRow; due: Due | null; canReverse: boolean }

/** What money becomes: a top-up, the payment's purpose, an intent to reverse it, or credit in a wallet. */
async function placeMoney(deps: Deps, tx: Tx, { payment, due, canReverse }: Placed): Promise<void> {
  if (!due) return fillWallet(deps, tx, payment)

  // A payment that had ended has returned its wallet's part, so the bank's part alone is not enough.
  const isWhole = payment.wallet_amount === 0 || !(await wasWalletPartReturned(tx, payment))
  if (isWhole && isStillDue(payment, due) && (await takeFor(deps, tx, due))) await payDue(deps, tx, { payment, due })
  else if (canReverse) {
    const set = { settled_as: 'REVERSED', checked_at: null } as const
    await tx.updateTable('payment').set(set).where('id', '=', payment.id).execute()
  } else await creditWallet(deps, tx, payment)
}

/**
 * Whether a payment is what is due: another plan may have been chosen since it was started, or a part paid at the desk.
 * What a change or a charge costs never changes.
 */
function isStillDue(payment: PaymentRow, due: Due): boolean {
  return due.change !== null || due.proposal !== null || wholePayment(payment) === dueAmount(due)
}

/** Whether it can still be paid: the vehicle is held, or is free again, for this reservation or its change. */
async function takeFor(deps: Deps, tx: Tx, due: Due): Promise<boolean> {
  const { reservation, change, proposal, part, deposit } = due
  if (proposal || part || deposit) return isAwaitingPayment(due)
  if (change) return takeForChange(deps, tx, { reservation, change })
  if (reservation.status === 'AWAITING_PAYMENT') return true
  if (reservation.status !== 'EXPIRED' || reservation.start_at <= deps.now()) return false
  if (!(await retakeVehicle(tx, reservation))) return false
  await reclaimCode(tx, reservation.id)
  return true
}

/** A change that was withdrawn or replaced, or whose reservation has ended, cannot be paid any more. */
async function takeForChange(deps: Deps, tx: Tx, changing: { reservation: ReservationRow; change: ChangeRow }) {
  const { reservation, change } = changing
  if (!takesChange(reservation, change) || hasPassed(change, deps.now())) return false
  if (change.status === 'EXPIRED') {
    const overtaken = await tx
      .selectFrom('reservation_change')
      .select('id')
      .where('reservation_id', '=', reservation.id)
      .where('status', 'in', LASTING)
      .where('created_at', '>=', change.created_at)
      .executeTakeFirst()
    if (overtaken) return false
  } else if (change.status !== 'AWAITING_PAYMENT') return false
  return takeWantedTime(tx, changing)
}

/** A change is too late from its pick-up on, more time only from its return on. */
function hasPassed({ kind, wanted }: ChangeRow, now: Date): boolean {
  return new Date(kind === 'EXTENSION' ? wanted.end_at : wanted.start_at) <= now
}

async function payDue(deps: Deps, tx: Tx, { payment, due }: { payment: PaymentRow; due: Due }) {
  const { reservation, change, proposal, part, deposit } = due
  const now = deps.now()
  if (deposit) {
    await close(tx, payment, { settled_as: 'DEPOSIT', at: now })
    return holdOnlineDeposit(deps, tx, { reservation, payment })
  }
  await post(tx, {
    key: `payment ${payment.id}`,
    kind: 'PAYMENT',
    currency: currencyIn(payment),
    at: now,
    payment: payment.id,
    reservation: reservation.id,
    entries: [
      { kind: 'GATEWAY', owner: payment.gateway, amount: -payment.amount },
      { kind: 'PREPAYMENT', owner: reservation.company_id, amount: payment.amount },
    ],
  })
  await close(tx, payment, { settled_as: proposal ? 'CHARGE' : 'RESERVATION', at: now })
  if (proposal) return payProposal(deps, tx, { reservation, proposal, payment: payment.id })
  const paid = wholePayment(payment)
  if (part) return payPart(deps, tx, { reservation, paid, payment: payment.id })
  if (!change) await confirmReservation(deps, tx, reservation, { paid, payment: payment.id })
  else {
    await applyChange(deps, tx, { reservation, change }, true)
    await notify(deps, tx, { kind: 'paymentReceived', reservation: reservation.id, amount: paid, payment: payment.id })
  }
}

/** Books a top-up: the money goes to its payer's wallet, and the payer is notified. */
async function fillWallet(deps: Deps, tx: Tx, payment: PaymentRow) {
  const now = deps.now()
  const { wallet_owner: wallet, amount } = payment
  const currency = currencyIn(payment)
  if (wallet === null) throw new Error(`payment ${payment.number} is for nobody's wallet`)
  await post(tx, {
    key: `payment ${payment.id}`,
    kind: 'TOP_UP',
    currency,
    at: now,
    payment: payment.id,
    entries: [
      { kind: 'GATEWAY', owner: payment.gateway, amount: -amount },
      { kind: 'WALLET', owner: wallet, amount },
    ],
  })
  await close(tx, payment, { settled_as: 'WALLET', at: now })
  const balance = await balanceOf(tx, { kind: 'WALLET', owner: wallet, currency })
  await notify(deps, tx, { kind: 'walletFilled', wallet, payment: payment.id, currency, amount, balance })
}

/** How customers are notified of a payment that came for nothing, by what it was for. */
const WALLET_NOTICES = {
  RESERVATION: 'lateWallet',
  CHANGE: 'lateWallet',
  TOP_UP: 'lateWallet',
  CHARGE: 'chargeGoneWallet',
  PART: 'partGoneWallet',
  DEPOSIT: 'depositGoneWallet',
} as const

/** Credits a late payment to the wallet of the reservation's holder, who is notified. */
export async function creditWallet(deps: Deps, tx: Tx, payment: PaymentRow): Promise<void> {
  const now = deps.now()
  const { id, holder } = await lockReservation(tx, reservationOf(payment))
  await post(tx, {
    key: `payment ${payment.id}`,
    kind: 'LATE_PAYMENT',
    currency: currencyIn(payment),
    at: now,
    payment: payment.id,
    reservation: id,
    entries: [
      { kind: 'GATEWAY', owner: payment.gateway, amount: -payment.amount },
      { kind: 'WALLET', owner: holder, amount: payment.amount },
    ],
  })
  if (payment.wallet_amount > 0) await returnWalletPart(tx, payment, now)
  await close(tx, payment, { settled_as: 'WALLET', at: now })
  await notify(deps, tx, { kind: WALLET_NOTICES[purposeOf(payment)], reservation: id, amount: payment.amount })
}

function close(
  tx: Tx,
  { id }: PaymentRow,
  as: { settled_as: 'RESERVATION' | 'CHARGE' | 'DEPOSIT' | 'WALLET'; at: Date },
) {
  const set = { settled_as: as.settled_as, settled_at: as.at, checked_at: null }
  return changePaymentStatus(tx, id, { from: ['VERIFYING', 'REVIEW'], to: 'PAID', set })
}
