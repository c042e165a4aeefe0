import { changePaymentStatus } from '#app/api/books/change-payment-status.ts'
import { reservationOf, returnWalletPart } from '#app/api/books/end-unpaid.ts'
import { purposeOf } from '#app/api/books/payment-card.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import { creditWallet } from '../book-payment.ts'
import { expectedOf, gatewayOf, isLeased, leaveToPerson, lockPayment } from '../record.ts'

/**
 * Carries out the stored intent to reverse a payment at the bank; safe to repeat, because the bank gives the same
 * answer the second time. If the bank refuses (its time limit has passed) the money goes to the wallet, or, if it is
 * not the amount that we requested or an answer was lost before, to an operator. Source: protocols/saman.md §7;
 * decisions.md, "Paying".
 */
export async function giveBack(deps: Deps, payment: PaymentRow): Promise<void> {
  const gateway = gatewayOf(deps, payment)
  if (!gateway.reverse || !payment.reference) throw new Error(`payment ${payment.number} cannot be reversed`)
  if (!(await inTransaction(deps.db, (tx) => lease(deps, tx, payment.id)))) return
  const reversed = await gateway.reverse({ ...expectedOf(payment), reference: payment.reference })
  await inTransaction(deps.db, async (tx) => {
    if (payment.reservation_id !== null) await lockReservation(tx, payment.reservation_id)
    const current = await lockPayment(tx, payment.id)
    if (current.status !== 'VERIFYING') return
    const isOurAmount = current.verified_at !== null
    if (reversed.outcome === 'reversed') await noteReversed(deps, tx, current, isOurAmount)
    else if (reversed.outcome === 'unknown') {
      await tx.updateTable('payment').set({ checked_at: null }).where('id', '=', payment.id).execute()
    } else if (isOurAmount && current.reverse_tries === 1) await creditWallet(deps, tx, current)
    else {
      // The wallet's part was never with the bank.
      if (current.wallet_amount > 0) await returnWalletPart(tx, current, deps.now())
      await leaveToPerson(deps, tx, current, `not reversed: ${reversed.reason}`)
    }
  })
}

async function lease(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const current = await lockPayment(tx, id)
  if (current.status !== 'VERIFYING' || isLeased(current, deps.now())) return false
  await tx
    .updateTable('payment')
    .set({ checked_at: deps.now(), reverse_tries: current.reverse_tries + 1 })
    .where('id', '=', id)
    .execute()
  return true
}

async function noteReversed(deps: Deps, tx: Tx, payment: PaymentRow, isCustomerNotified: boolean) {
  const now = deps.now()
  const set = { settled_at: now, checked_at: null }
  await changePaymentStatus(tx, payment.id, { from: ['VERIFYING'], to: 'REVERSED', set })
  if (payment.wallet_amount > 0) await returnWalletPart(tx, payment, now)
  if (!isCustomerNotified) return
  const reservation = reservationOf(payment)
  await notify(deps, tx, { kind: REVERSED_NOTICES[purposeOf(payment)], reservation, amount: payment.amount })
}

/** How customers are notified of a payment that came for nothing, by what it was for. */
const REVERSED_NOTICES = {
  RESERVATION: 'lateReversed',
  CHANGE: 'lateReversed',
  TOP_UP: 'lateReversed',
  CHARGE: 'chargeGoneReversed',
  PART: 'partGoneReversed',
  DEPOSIT: 'depositGoneReversed',
} as const
