import type { Kysely } from 'kysely'
import { choiceOf } from '#app/api/reservations/change/quote-change.ts'
import { blockOf } from '#app/api/reservations/reserve/blocked-customer.ts'
import { choiceErrors, type RentalChoice } from '#app/api/reservations/reserve/choice.ts'
import { type QuotedRental, quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { type Rentable, readRentable } from '#app/api/reservations/reserve/rentable.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isFree } from '#app/db/prices/free.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import { isOldEnough } from '#app/rules/reservation/driver/driver-age.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'

export type QuotedOffer = { quoted: QuotedRental; choice: RentalChoice }

/**
 * What another vehicle costs for the days, extras and places of a reservation, at present prices and without its
 * discount code; null if it cannot be booked for them: taken, not offered, of a company that answers by hand, without
 * such a place, or for older drivers.
 */
export async function quoteOffer(
  db: Kysely<DB>,
  { reservation, ad: id, now }: { reservation: ReservationRow; ad: number; now: Date },
): Promise<QuotedOffer | null> {
  const { phone, national_id, date_of_birth: born } = reservation
  const offered = await db
    .selectFrom('ad')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select('ad.company_id')
    .where('ad.id', '=', id)
    .where('ad.status', '=', STATE_NUMBERS.OFFERED)
    .where('company.confirmation', '=', 'AT_ONCE')
    .executeTakeFirst()
  if (!offered || (await blockOf(db, { company: offered.company_id, phone, national_id }))) return null
  const ad = await readRentable(db, { id, now })
  const places = await placesLike(db, reservation, ad)
  if (!places) return null
  const choice = { ...choiceOf(reservation, {}), ...places, id }
  if (Object.keys(choiceErrors(ad, choice, { now })).length > 0) return null
  if (born !== null && !isOldEnough({ born, pickUp: choice.start_date, minimumAge: ad.min_driver_age })) return null
  const quoted = await quoteRental(db, { ad, choice, currency: currencyIn(reservation), now, phone })
  const { start_at: start, end_at: end } = quoted.chosen
  return (await isFree(db, { ad: id, start, end, now })) ? { quoted, choice } : null
}

/** The same place of the same company, or a place of the same kind in the city; an address where the company comes to one. */
async function placesLike(db: Kysely<DB>, reservation: ReservationRow, ad: Rentable) {
  const booked = [reservation.receive_place_id, reservation.return_place_id]
  const ids = [...booked, ...ad.places.map((place) => place.id)].filter((id) => id !== null)
  const rows =
    ids.length > 0 ? await db.selectFrom('place').select(['id', 'kind']).where('id', 'in', ids).execute() : []
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]))
  const like = (id: number | null, address: string | null) => {
    if (id === null) return ad.free_address_fee === null ? null : { id: FREE_ADDRESS_ID, address: address ?? undefined }
    const same = ad.places.find((place) => place.id === id)
    const found = same ?? ad.places.find((place) => kinds.get(place.id) === kinds.get(id))
    return found ? { id: found.id } : null
  }
  const receive_address = like(reservation.receive_place_id, reservation.receive_address)
  const return_address = like(reservation.return_place_id, reservation.return_address)
  return receive_address && return_address ? { receive_address, return_address } : null
}
