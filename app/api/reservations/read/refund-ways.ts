import { isOwn, walletOf } from '#app/api/account/own-data/holdings.ts'
import { api } from '#app/api/call/context.ts'
import { refundWaysOf } from '#app/api/reservations/status/refund.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { readReservation } from './read.ts'

/**
 * Where what a cancellation gives back may go at this moment, the first one unless the customer chooses another. To whoever is signed in as
 * somebody else no transfer is offered: it is the holder's alone.
 */
export const refundWays = api.reservations.refundWays.handler(async ({ input, context: { deps, person } }) => {
  const reservation = await readReservation(deps.db, input.id)
  const ways = await refundWaysOf(deps, deps.db, reservation)
  const isHolder = !person || (isOwn(reservation, person) && (await walletOf(deps.db, person)) === reservation.holder)
  const currency = currencyIn(reservation)
  return { currency, ways: ways.filter(({ way }) => way !== 'ACCOUNT' || isHolder) }
})
