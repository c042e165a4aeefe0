import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { answerQuote } from '#app/api/reservations/quote/answer-quote.ts'
import { roleFor } from '#app/api/reservations/read/own.ts'
import { lockVoucher } from '#app/api/reservations/read/read.ts'
import { releaseCodes } from '#app/api/reservations/reserve/discount/discount.ts'
import { currencyIn, type ReservationRow, releaseVehicles } from '#app/db/reservation.ts'
import type { CostBearer } from '#app/rules/reservation/operator-actions.ts'
import type { ReservationActor } from '#app/rules/reservation/reservation-status.ts'
import { changeStatus } from './change-status.ts'
import { endOpenPayments } from './end-open-payments.ts'
import { type GivenBack, type RefundWay, refundByTerms, returnPrepayment } from './refund.ts'

/**
 * Cancels a reservation: vehicle and discount code are free again, the present refund, less earlier refunds, goes to
 * the card or the wallet, and the customer is notified. Anybody with its id cancels for the customer; the company's
 * staff and operators cancel for their side, and refund everything. Sent twice it gives the same answer. Throws
 * REFUND_WAY_GONE if the customer has chosen the card and its bank can no longer reverse the payment. Source:
 * decisions.md, "Renting"; the full refund is *ours*.
 */
export const cancel = api.reservations.cancel.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockVoucher(tx, input.id)
    const role = person && roleFor(reservation, person)
    // The shared id manages nothing for those who only know it.
    if (!role && reservation.id !== input.id) throw errors.NOT_FOUND()
    const actor = role ?? 'CUSTOMER'
    const by = actor === 'CUSTOMER' ? undefined : person?.id
    const way = actor === 'CUSTOMER' ? input.way : undefined
    return cancelReservation(deps, tx, { reservation, actor, by, reason: input.reason, way })
  })
})

type Cancellation = {
  reservation: ReservationRow
  actor: ReservationActor
  by?: string | undefined
  reason?: string | undefined
  /** Where the customer wants the refund; by default the card if that is possible, otherwise the wallet. */
  way?: RefundWay | undefined
  /** Who bears the cost: by default the side that cancels. An operator's cancellation counts as the company's. */
  cost?: CostBearer | undefined
  /** The message to the customer, if it is not one of a cancellation: an undone booking was never paid, and may end after its pick-up. */
  said?: 'bookingUndone' | undefined
  /** Takes the transfer's amount out of the wallet, and returns it. */
  payOut?: () => Promise<number>
}

/** What `cancel` does, for a caller who has locked the reservation. Throws NOT_CANCELLABLE, REFUND_WAY_GONE. */
export async function cancelReservation(deps: Deps, tx: Tx, cancellation: Cancellation) {
  const { reservation, actor, by, reason, way, payOut, said } = cancellation
  const cost = cancellation.cost ?? (actor === 'CUSTOMER' ? 'CUSTOMER' : 'COMPANY')
  const now = deps.now()
  const { id, paid } = reservation
  const currency = currencyIn(reservation)
  if (reservation.status === 'CANCELLED')
    return { id, status: reservation.status, refund: reservation.refunded, currency }
  const forCustomer = said === 'bookingUndone' ? 0 : refundByTerms(reservation, now)
  if (forCustomer === null) throw errors.NOT_CANCELLABLE()
  // First, so that what a wallet has paid for them is not divided as prepaid.
  await endWaitingChange(tx, id, { status: 'CANCELLED', at: now })
  await endOpenPayments(tx, { reservation: id }, { reason: 'cancelled', at: now })
  const isByTerms = cost === 'CUSTOMER'
  const byTerms = isByTerms ? forCustomer : paid
  const notToCard = way !== undefined && way !== 'CARD'
  const given = await returnPrepayment(deps, tx, reservation, { byTerms, retained: paid - byTerms, at: now, notToCard })
  if (way === 'CARD' && given.toCard === 0) throw errors.REFUND_WAY_GONE()
  const refund = given.toWallet + given.toCard
  const toAccount = (await payOut?.()) ?? 0
  const toWallet = given.toWallet - toAccount

  const status = 'CANCELLED' as const
  const set = { refunded: refund, hold_until: null, confirm_by: null }
  await changeStatus(tx, [reservation], { to: status, actor, by, at: now, reason, set })
  const wasQuote = await answerQuote(tx, id, {
    answer: actor === 'CUSTOMER' ? 'DECLINED' : 'WITHDRAWN',
    at: now,
    words: reason,
  })
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  const { toCard } = given
  const kind =
    said ?? (wasQuote && actor !== 'CUSTOMER' ? 'quoteWithdrawn' : kindOf(isByTerms, { toCard, toWallet, toAccount }))
  await notify(deps, tx, { kind, reservation: id, amount: toCard || toAccount || toWallet })
  if (toWallet > 0) await notify(deps, tx, { kind: 'refund', reservation: id, amount: toWallet })
  // The company is notified neither of an unpaid hold nor of its own cancellation.
  const isNews = actor !== 'COMPANY' && reservation.status !== 'AWAITING_PAYMENT'
  if (isNews) await notify(deps, tx, { kind: 'bookingCancelled', reservation: id })
  const isAtCost = actor === 'OPERATOR' && !isByTerms && refund > 0
  if (isAtCost) await notify(deps, tx, { kind: 'refundedAtCost', reservation: id, amount: refund })
  return { id, status, refund, currency }
}

/** The kind of the customer's message: by the terms, they cancelled, or an operator for them; otherwise it was cancelled for them. */
function kindOf(isByTerms: boolean, { toCard, toWallet, toAccount }: GivenBack & { toAccount: number }) {
  if (toCard > 0) return isByTerms ? 'cancelledToCard' : 'cancelledForYouToCard'
  if (toAccount > 0) return 'cancelledToAccount'
  if (!isByTerms) return 'cancelledForYou'
  return toWallet > 0 ? 'cancelledRefund' : 'cancelled'
}
