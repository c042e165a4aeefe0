import { api } from '#app/api/call/context.ts'
import { currencyIn, numberOf, statusAt } from '#app/db/reservation.ts'
import { readReservation } from './read.ts'

/** The status of a reservation, for anybody who knows its id (§7; anonymous by §6). */
export const status = api.reservations.status.handler(async ({ input, context: { deps } }) => {
  const reservation = await readReservation(deps.db, input.id)
  return {
    id: reservation.id,
    number: numberOf(reservation),
    status: statusAt(reservation, deps.now()),
    hold_until: reservation.hold_until?.toISOString() ?? null,
    paid: reservation.paid,
    total: reservation.total,
    currency: currencyIn(reservation),
  }
})
