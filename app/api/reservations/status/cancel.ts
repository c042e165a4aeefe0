import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { endWaitingChange } from '#app/api/reservations/change/apply-change.ts'
import { roleFor } from '#app/api/reservations/read/own.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { releaseCodes } from '#app/api/reservations/reserve/discount.ts'
import { currencyIn, type ReservationRow, releaseVehicles } from '#app/db/reservation.ts'
import type { CostBearer } from '#app/rules/reservation/operator-actions.ts'
import type { ReservationActor } from '#app/rules/reservation/reservation-status.ts'
import { changeStatus } from './change-status.ts'
import { type GivenBack, type RefundWay, refundByTerms, returnPrepayment } from './refund.ts'

/**
 * Cancels a reservation: vehicle and discount code are free again, the refund of this moment, less what was refunded before,
 * goes to the card or the wallet, the customer is notified. Whoever knows its id cancels for the customer; the company's staff and operators cancel on
 * their side, and give all back. Sent twice it answers the same. Throws REFUND_WAY_GONE where the customer has chosen the card and its bank does
 * not take the payment back any more. Source: decisions.md, "Renting"; the full refund is *ours*.
 */
export const cancel = api.reservations.cancel.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    const reservation = await lockReservation(tx, input.id)
    const actor = (person && roleFor(reservation, person)) ?? 'CUSTOMER'
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
  /** Where the customer wants the refund; left out: the card where that can be, else the wallet. */
  way?: RefundWay | undefined
  /** Who bears it: left out, whoever cancels, and operators give all back as a company does. */
  cost?: CostBearer | undefined
  /** Takes what goes to the customer's own account out of the wallet, and says how much it was. */
  payOut?: () => Promise<number>
}

/** What `cancel` does, by the caller who has locked the reservation. Throws NOT_CANCELLABLE, REFUND_WAY_GONE. */
export async function cancelReservation(deps: Deps, tx: Tx, cancellation: Cancellation) {
  const { reservation, actor, by, reason, way, payOut } = cancellation
  const cost = cancellation.cost ?? (actor === 'CUSTOMER' ? 'CUSTOMER' : 'COMPANY')
  const now = deps.now()
  const { id, paid } = reservation
  const currency = currencyIn(reservation)
  if (reservation.status === 'CANCELLED')
    return { id, status: reservation.status, refund: reservation.refunded, currency }
  const forCustomer = refundByTerms(reservation, now)
  if (forCustomer === null) throw errors.NOT_CANCELLABLE()
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
  await endWaitingChange(tx, id, 'CANCELLED')
  await releaseVehicles(tx, [id])
  await releaseCodes(tx, [id])
  const { toCard } = given
  const kind = kindOf(isByTerms, { toCard, toWallet, toAccount })
  await notify(deps, tx, { kind, reservation: id, amount: toCard || toAccount || toWallet })
  if (toWallet > 0) await notify(deps, tx, { kind: 'refund', reservation: id, amount: toWallet })
  // The company hears neither of a hold that was never paid nor of what it did itself.
  const isNews = actor !== 'COMPANY' && reservation.status !== 'AWAITING_PAYMENT'
  if (isNews) await notify(deps, tx, { kind: 'bookingCancelled', reservation: id })
  return { id, status, refund, currency }
}

/** What the customer cancelled, or an operator for them, is not called the company's cancellation. */
function kindOf(isByTerms: boolean, { toCard, toWallet, toAccount }: GivenBack & { toAccount: number }) {
  if (toCard > 0) return isByTerms ? 'cancelledToCard' : 'cancelledForYouToCard'
  if (toAccount > 0) return 'cancelledToAccount'
  if (!isByTerms) return 'cancelledForYou'
  return toWallet > 0 ? 'cancelledRefund' : 'cancelled'
}
