import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { lockReservation } from '#app/api/reservations/read/read.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { statusAt } from '#app/db/reservation.ts'
import type { NoticeKind } from '#app/rules/messages/notifications.ts'
import { maySendAgain } from '#app/rules/reservation/operator-actions.ts'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'

/** What says where a reservation stands, and leads to its page. */
const SAYS = {
  AWAITING_PAYMENT: 'reserved',
  AWAITING_CONFIRMATION: 'awaitingConfirmation',
} as const satisfies Partial<Record<ReservationStatus, NoticeKind>>

/**
 * Sends the customer the message about where their reservation stands once more, within the limits of all messages. Throws STATUS_CONFLICT for
 * one that is over. Source: *ours*.
 */
export const sendAgain = api.operator.reservations.sendAgain.handler(async ({ input: { id, reason }, context }) => {
  const { deps } = context
  return inTransaction(deps.db, async (tx) => {
    await giveReason(tx, reason)
    const reservation = await lockReservation(tx, id)
    const status = statusAt(reservation, deps.now())
    if (!maySendAgain(status)) throw errors.STATUS_CONFLICT({ data: { status } })
    const kind = status === 'AWAITING_PAYMENT' || status === 'AWAITING_CONFIRMATION' ? SAYS[status] : 'confirmed'
    await notify(deps, tx, { kind, reservation: id })
    const { notified } = await lockReservation(tx, id)
    return { id, sent: notified }
  })
})
