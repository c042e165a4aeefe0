import { isOwn, walletOf } from '#app/api/account/own-data/holdings.ts'
import { api } from '#app/api/call/context.ts'
import { readReservation } from '#app/api/reservations/read/read.ts'
import { refundWaysOf } from '#app/api/reservations/status/refund.ts'
import { currencyIn } from '#app/db/reservation.ts'

/**
 * The possible ways for a cancellation's refund now, the first one by default. Other signed-in people are offered no
 * transfer: it is only for the holder.
 */
export const refundWays = api.reservations.refundWays.handler(async ({ input, context: { deps, person } }) => {
  const reservation = await readReservation(deps.db, input.id)
  const ways = await refundWaysOf(deps, deps.db, reservation)
  const isHolder = !person || (isOwn(reservation, person) && (await walletOf(deps.db, person)) === reservation.holder)
  const currency = currencyIn(reservation)
  return { currency, ways: ways.filter(({ way }) => way !== 'ACCOUNT' || isHolder) }
})
