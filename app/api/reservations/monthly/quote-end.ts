import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { choiceOf, wantedOf } from '#app/api/reservations/change/quote-change.ts'
import { quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { readRentable } from '#app/api/reservations/reserve/rentable.ts'
import type { EarlyEnd } from '#app/contract/reservations/monthly.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { readPlan } from '#app/db/monthly.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { deskPart } from '#app/rules/money/payment/payment-parts.ts'
import { type Bill, totalOf } from '#app/rules/money/price.ts'
import { earlyEndSums, earlyEnds } from '#app/rules/reservation/monthly/plan.ts'
import type { WantedRental } from '#app/rules/reservation/reservation-change.ts'
import { billAtPrice } from '#app/rules/reservation/staff-booking.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

type Asked = { reservation: ReservationRow; end_date: CalendarDate; now: Date; byStaff: boolean }

/** An early end with its price: what a reservation becomes, and what of the rent goes back or is still to be paid. */
export type QuotedEnd = { bill: Bill; wanted: WantedRental; received: number } & ReturnType<typeof earlyEndSums>

/**
 * The price of a long rental that ends on an earlier day, at the time of day of the booked return: the used days cost what a rental of
 * that length costs by the rules in force, at staff's own price if they gave one, but never more than the whole rental. Customers give
 * notice, staff need none. Throws NOT_CHANGEABLE without a plan, before the hand-over and where no day is left; INVALID_FIELDS for
 * another day. Source: issue 19, A; design/golive, screen 09.
 */
export async function quoteEndOf(db: Kysely<DB>, { reservation, end_date, now, byStaff }: Asked): Promise<QuotedEnd> {
  const monthly = await readPlan(db, reservation, now)
  if (!monthly || reservation.status !== 'ACTIVE') throw errors.NOT_CHANGEABLE()
  const notice = byStaff ? 0 : monthly.plan.notice_days
  const { start_date: start, end_date: end, end_time } = reservation
  const ends = earlyEnds({ today: monthly.today, notice, start, end, isPast: end_time <= monthly.time })
  if (!ends) throw errors.NOT_CHANGEABLE()
  if (end_date < ends.first) throw invalidFields({ end_date: ['end_too_early'] }, { end_date: { n: notice } })
  if (end_date > ends.last) throw invalidFields({ end_date: ['end_not_earlier'] })
  const places = [reservation.receive_place_id, reservation.return_place_id]
  const ad = await readRentable(db, { id: reservation.ad_id, now, booked: places, isOut: true })
  const choice = choiceOf(reservation, { end_date })
  const { discount_code_id, created_at, start_at, end_at, days } = reservation
  const quoted = await quoteRental(db, {
    ...{ ad, choice, now, byStaff, currency: currencyIn(reservation) },
    ...(discount_code_id !== null && { claimed: { code: discount_code_id, at: created_at } }),
    booked: {
      ...{ at: created_at, start_at, end_at, days },
      ...{ start_place: reservation.receive_place_id, end_place: reservation.return_place_id },
      endsEarly: true,
    },
  })
  const { total, lines } = cheaper(reservation, withFlexible(reservation, ownPrice(reservation, quoted.bill)))
  const { received } = monthly
  const sums = earlyEndSums({ total, received, online: reservation.paid })
  const payable_now = reservation.paid - sums.refund
  const bill = { ...quoted.bill, lines, total, payable_now, due_at_desk: deskPart({ total, payable_now }) }
  return { bill, wanted: wantedOf(reservation, { choice, quoted, now }), received, ...sums }
}

/** A quoted early end as the contract defines it. */
export function shownEnd(
  { trust: trust_type, guarantee_amount }: ReservationRow,
  { bill, wanted, received, left, refund, desk_back }: QuotedEnd,
): z.infer<typeof EarlyEnd> {
  const { end_date, end_time } = wanted
  return { ...bill, trust_type, guarantee_amount, end_date, end_time, received, left, refund, desk_back }
}

/** The bill at the price per day that staff gave, if it was not the list's. */
function ownPrice({ price_reason, lines, days }: ReservationRow, bill: Bill): Bill {
  if (price_reason === null) return bill
  const rent = totalOf(lines.filter(({ kind }) => kind === 'rent' || kind === 'price_change'))
  return billAtPrice(bill, { dayPrice: Math.round(rent / days), prepaymentPercent: 0 })
}

/** The price of flexible cancellation stays: the rental was under it until its hand-over. */
function withFlexible({ lines }: Pick<ReservationRow, 'lines'>, bill: Bill): Bill {
  const flexible = lines.filter(({ kind }) => kind === 'flexible')
  return { ...bill, lines: [...bill.lines, ...flexible], total: bill.total + totalOf(flexible) }
}

/** Nobody pays more for fewer days than for all. */
function cheaper(booked: Pick<ReservationRow, 'lines' | 'total'>, bill: Bill): Pick<Bill, 'lines' | 'total'> {
  return bill.total < booked.total ? bill : booked
}
