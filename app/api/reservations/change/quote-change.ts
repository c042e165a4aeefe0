import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { RentalChoice } from '#app/api/reservations/reserve/choice.ts'
import { type QuotedRental, quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { type Rentable, readRentable } from '#app/api/reservations/reserve/rentable.ts'
import { termsOf } from '#app/api/reservations/status/refund.ts'
import type { ReservationChange } from '#app/contract/reservations/own-reservations.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { deskMoneyOf, receivedOf } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { FREE_ADDRESS_ID } from '#app/rules/constants.ts'
import type { RefundShare } from '#app/rules/money/cancellation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import type { Bill, Extras } from '#app/rules/money/price.ts'
import { isOldEnough } from '#app/rules/reservation/driver/driver-age.ts'
import {
  differenceOfChange,
  keptOfReturnedDays,
  movedDeadline,
  type WantedRental,
} from '#app/rules/reservation/reservation-change.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { billOfChange } from './bill-of-change.ts'

export type RequestedChange = Omit<z.infer<typeof ReservationChange>, 'id'>

/**
 * A change with its bill, and the additional (or, if negative, the lower) amount to pay now. `kept` is the part of the
 * payment that stays with the company for removed days; `share` is the refundable share of them.
 */
export type QuotedChange = {
  quoted: QuotedRental
  wanted: WantedRental
  difference: number
  kept: number
  share: RefundShare
}

/**
 * The price of a requested change: what stays as it was booked, what is added at current prices, in the reservation's
 * currency, with the booking's discount code if it still applies. Throws INVALID_FIELDS for what the listing does not
 * allow and where a customer's change would give back money that the desk has received, NOT_CHANGEABLE if it is no longer offered.
 */
export async function quoteChangeOf(
  db: Kysely<DB>,
  {
    reservation,
    requested,
    now,
    byStaff,
    prepaymentPercent,
  }: {
    reservation: ReservationRow
    requested: RequestedChange
    now: Date
    byStaff?: boolean
    /** The share of what is added that is paid online; by default the company's. */
    prepaymentPercent?: number
  },
): Promise<QuotedChange> {
  const choice = choiceOf(reservation, requested)
  const offered = await db
    .selectFrom('ad')
    .select('id')
    .where('id', '=', reservation.ad_id)
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .executeTakeFirst()
  if (!offered) throw errors.NOT_CHANGEABLE()
  const places = [reservation.receive_place_id, reservation.return_place_id]
  const ad = await readRentable(db, { id: reservation.ad_id, now, booked: places })
  const { discount_code_id, created_at } = reservation
  const currency = currencyIn(reservation)
  const claimed = discount_code_id === null ? undefined : { code: discount_code_id, at: created_at }
  const booked = {
    at: created_at,
    ...{ start_at: reservation.start_at, end_at: reservation.end_at, days: reservation.days },
    ...{ start_place: reservation.receive_place_id, end_place: reservation.return_place_id },
    has: {
      ...extrasOf(reservation),
      start_address: reservation.receive_address,
      end_address: reservation.return_address,
    },
  }
  const quoteOf = async (requested: RentalChoice): Promise<QuotedRental> => {
    const today = await quoteRental(db, {
      ad,
      choice: requested,
      currency,
      now,
      claimed,
      booked,
      ...(byStaff && { byStaff }),
    })
    const bill = await billOfChange(db, { reservation, quoted: today, choice: requested, now, prepaymentPercent })
    return { ...today, bill }
  }
  const quoted = await quoteOf(choice)
  const born = reservation.date_of_birth
  // A company that asks for older drivers since the booking asks it of those who choose another pick-up day.
  const isMoved = choice.start_date !== reservation.start_date
  if (isMoved && born !== null && !isOldEnough({ born, pickUp: choice.start_date, minimumAge: ad.min_driver_age })) {
    throw invalidFields({ start_date: ['driver_too_young'] }, { start_date: { age: ad.min_driver_age } })
  }
  if (!byStaff && (await givesBackAtDesk(db, { reservation, bill: quoted.bill }))) {
    throw invalidFields({ end_date: ['paid_at_desk'] })
  }
  const { paid } = reservation
  const asBooked = await quoteOf({ ...choice, ...bookedExtras(reservation, { ad, choice }) })
  const { kept, share } = keptOfReturnedDays({
    days: { before: reservation.days, after: quoted.chosen.days },
    paid,
    payableForDays: asBooked.bill.payable_now,
    currency,
    pickUp: reservation.start_at,
    now,
    ...termsOf(reservation),
  })
  return {
    quoted,
    wanted: wantedOf(reservation, { choice, quoted, now }),
    difference: differenceOfChange({ payable_now: quoted.bill.payable_now, paid, kept }),
    kept,
    share,
  }
}

/** Whether the desk has received money that the changed price would give back, which only the desk itself can do. */
async function givesBackAtDesk(
  db: Kysely<DB>,
  { reservation, bill }: { reservation: ReservationRow; bill: Bill },
): Promise<boolean> {
  const received = receivedOf(await deskMoneyOf(db, reservation.id))
  return received > deskPart(bill) && deskPart(bill) < deskPart(reservation)
}

function extrasOf({ child_seat_count, extra_driver, internet, supplemental_insurance }: ReservationRow): Extras {
  return { child_seat_count, extra_driver, internet, supplemental_insurance }
}

/** The booked extras that the company still offers: removing extras is not removing days. */
function bookedExtras(reservation: ReservationRow, { ad, choice }: { ad: Rentable; choice: RentalChoice }): Extras {
  const { child_seat_count, extra_driver, internet, supplemental_insurance } = extrasOf(reservation)
  return {
    child_seat_count: ad.child_seat_price === null ? choice.child_seat_count : child_seat_count,
    extra_driver: ad.extra_driver_price === null ? choice.extra_driver : extra_driver,
    internet: ad.internet_price === null ? choice.internet : internet,
    supplemental_insurance:
      ad.supplemental_insurance_price === null ? choice.supplemental_insurance : supplemental_insurance,
  }
}

/** The reservation's own choices with the requested changes. */
export function choiceOf(reservation: ReservationRow, requested: RequestedChange): RentalChoice {
  const at = (place: number | null, address: string | null) =>
    place === null ? { id: FREE_ADDRESS_ID, address: address ?? undefined } : { id: place }
  const { start_date, start_time, end_date, end_time } = reservation
  const { child_seat_count, extra_driver, internet, supplemental_insurance } = reservation
  return {
    id: reservation.ad_id,
    start_date: requested.start_date ?? start_date,
    start_time: requested.start_time ?? start_time,
    end_date: requested.end_date ?? end_date,
    end_time: requested.end_time ?? end_time,
    receive_address: requested.receive_address ?? at(reservation.receive_place_id, reservation.receive_address),
    return_address: requested.return_address ?? at(reservation.return_place_id, reservation.return_address),
    child_seat_count: requested.child_seat_count ?? child_seat_count,
    extra_driver: requested.extra_driver ?? extra_driver,
    internet: requested.internet ?? internet,
    supplemental_insurance: requested.supplemental_insurance ?? supplemental_insurance,
  }
}

/** What a reservation becomes by a change. */
export function wantedOf(
  reservation: ReservationRow,
  { choice, quoted, now }: { choice: RentalChoice; quoted: QuotedRental; now: Date },
): WantedRental {
  const { chosen } = quoted
  const moved = { from: reservation.start_at, to: chosen.start_at, now }
  const { start_date, start_time, end_date, end_time } = choice
  const { child_seat_count, extra_driver, internet, supplemental_insurance } = choice
  return {
    ...{ start_date, start_time, end_date, end_time },
    start_at: chosen.start_at.toISOString(),
    end_at: chosen.end_at.toISOString(),
    days: chosen.days,
    receive_place_id: chosen.receive.place?.id ?? null,
    receive_address: chosen.receive.address,
    return_place_id: chosen.return.place?.id ?? null,
    return_address: chosen.return.address,
    ...{ child_seat_count, extra_driver, internet, supplemental_insurance },
    free_until: movedDeadline(reservation.free_until, moved).toISOString(),
    half_until: movedDeadline(reservation.half_until, moved).toISOString(),
  }
}
