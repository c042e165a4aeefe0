import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { statusAt } from '#app/db/reservation.ts'
import { UNSUCCESSFUL } from '#app/rules/money/payment/payment-status.ts'
import { bookingUndoneUntil } from '#app/rules/reservation/staff-booking.ts'

/**
 * Takes back a booking that staff made by mistake: the vehicle is free again, and the customer, who was notified of the
 * booking, is notified of its end. Throws UNDO_OVER after 15 minutes, and once anything was paid or is being paid. Source: issue 19, A;
 * design/golive, screen 03.
 */
export const undoBooking = api.company.reservations.undoBooking.handler(async ({ input, context }) => {
  const { deps, tx, person, reservation } = context
  const now = deps.now()
  const { id, paid, share_id } = reservation
  const atDesk = await tx
    .selectFrom('desk_money')
    .select('id')
    .where('reservation_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  const online = await tx
    .selectFrom('payment')
    .select('id')
    .where('reservation_id', '=', id)
    .where('status', 'not in', UNSUCCESSFUL)
    .executeTakeFirst()
  const hasMoney = paid > 0 || atDesk !== undefined || online !== undefined
  if (!bookingUndoneUntil({ ...reservation, status: statusAt(reservation, now), hasMoney, now }))
    throw errors.UNDO_OVER()
  const { reason } = input
  await cancelReservation(deps, tx, {
    reservation,
    actor: actorOf(person),
    by: person.id,
    reason,
    said: 'bookingUndone',
  })
  return { id: share_id }
})
