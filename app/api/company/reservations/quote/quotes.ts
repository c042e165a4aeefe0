import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { answeredBefore, askOf, keepAnswer, takeKey } from '#app/api/call/idempotency.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { actorOf } from '#app/api/company/managed-company.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { guardAnswerable, lockQuote } from '#app/api/reservations/quote/find-quote.ts'
import { expireHolds } from '#app/api/reservations/reserve/holds.ts'
import { guardFree, takeVehicle } from '#app/api/reservations/reserve/take-vehicle.ts'
import { cancelReservation } from '#app/api/reservations/status/cancel.ts'
import { noteEvents } from '#app/db/reservation.ts'
import { quoteEnd } from '#app/rules/reservation/quote.ts'
import { type Answer, type Booking, checkedBooking, insertBooking, noteBooking } from '../booking/book.ts'

/**
 * Offers a customer a vehicle that is held until they answer: a reservation that waits, with the offer beside it. The
 * price has the same limits and reasons as a booking at the counter. Source: issue 19, A.
 */
export const offer = api.company.reservations.quotes.offer.handler(async ({ input, context }) => {
  const { deps, person, vehicle, idempotencyKey } = context
  const ask = askOf(`quote ${vehicle.company_id}`, idempotencyKey, input)
  const earlier = await answeredBefore<Answer>(deps.db, ask)
  if (earlier) return earlier
  const { term, until, may_extras, may_places, may_times, message, ...form } = input
  const booking = await checkedBooking(
    deps,
    { ...form, hold: 'HOUR', monthly: false },
    { person, language: context.language },
  )
  const now = deps.now()
  const stands = quoteEnd({ term, until }, { now, pickUp: booking.chosen.start_at, zone: booking.ad.zone })
  if ('fieldError' in stands) throw invalidFields({ until: [stands.fieldError] })
  await expireHolds(deps, { ad: vehicle.id })
  return inTransaction(deps.db, async (tx) => {
    const first = await takeKey<Answer>(tx, ask, deps.now())
    if (first) return first
    const terms = { may_extras, may_places, may_times, message: message ?? null, pays: input.payment }
    const answer = await writeQuote(deps, tx, { booking, terms, end: stands.end })
    await keepAnswer(tx, ask, answer)
    return answer
  })
})

type Offered = {
  booking: Booking
  terms: {
    may_extras: boolean
    may_places: boolean
    may_times: boolean
    message: string | null
    pays: 'LINK' | 'LATER'
  }
  end: Date
}

async function writeQuote(deps: Deps, tx: Tx, { booking, terms, end }: Offered): Promise<Answer> {
  const { bill, person } = booking
  const now = deps.now()
  await guardFree(tx, booking, now)
  const id = publicId()
  const status = 'AWAITING_PAYMENT' as const
  const payable_now = terms.pays === 'LINK' ? bill.payable_now : 0
  const number = await insertBooking(tx, booking, { id, now, status, hold_until: end, payable_now, quote: 'OPEN' })
  await takeVehicle(tx, booking, { id, hold_until: end })
  await tx
    .insertInto('quote')
    .values({ reservation_id: id, ...terms, stands_until: end })
    .execute()
  await noteEvents(tx, [id], { status, actor: actorOf(person), by: person.id, at: now, reason: 'quoted' })
  await noteBooking(tx, booking, { id, now })
  await notify(deps, tx, { kind: 'quote', reservation: id })
  const { total, currency } = bill
  return { id, number, status, hold_until: end.toISOString(), total, payable_now, currency }
}

/** Lets a quote stand longer, once, while it stands. Throws QUOTE_OVER, QUOTE_EXTENDED, INVALID_FIELDS. */
export const extendOffer = api.company.reservations.quotes.extend.handler(async ({ input, context }) => {
  const { deps, reservation: named } = context
  const { term, until } = input
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const found = await lockQuote(tx, named.id)
    const { reservation, quote } = found
    guardAnswerable(found, now)
    if (quote.extended_at) throw errors.QUOTE_EXTENDED()
    const { zone } = await tx
      .selectFrom('city')
      .select('zone')
      .where('id', '=', reservation.city_id)
      .executeTakeFirstOrThrow()
    const pickUp = reservation.start_at
    const stands = quoteEnd({ term, until }, { now, from: quote.stands_until, pickUp, zone })
    if ('fieldError' in stands) throw invalidFields({ until: [stands.fieldError] })
    const { id } = reservation
    const set = { hold_until: stands.end }
    await tx
      .updateTable('quote')
      .set({ stands_until: stands.end, extended_at: now })
      .where('reservation_id', '=', id)
      .execute()
    await tx.updateTable('reservation').set(set).where('id', '=', id).execute()
    await tx.updateTable('busy').set(set).where('reservation_id', '=', id).execute()
    return { id: named.share_id, stands_until: stands.end.toISOString() }
  })
})

/** Withdraws a quote that nobody has answered, and notifies the customer. Throws QUOTE_OVER. */
export const withdrawOffer = api.company.reservations.quotes.withdraw.handler(async ({ input, context }) => {
  const { deps, person, reservation: named } = context
  return inTransaction(deps.db, async (tx) => {
    const found = await lockQuote(tx, named.id)
    const { reservation } = found
    if (reservation.quote !== 'WITHDRAWN') {
      guardAnswerable(found, deps.now())
      const { reason } = input
      await cancelReservation(deps, tx, { reservation, actor: actorOf(person), by: person.id, reason })
    }
    return { id: named.share_id, state: 'WITHDRAWN' as const }
  })
})
