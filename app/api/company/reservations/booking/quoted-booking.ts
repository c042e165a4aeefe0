import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { hasOwnerRights } from '#app/api/company/managed-company.ts'
import type { RentalChoice } from '#app/api/reservations/reserve/choice.ts'
import { type QuotedRental, quoteRental } from '#app/api/reservations/reserve/quote.ts'
import { readRentable } from '#app/api/reservations/reserve/rentable.ts'
import type { StaffChoice } from '#app/contract/company/reservations/bookings.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { isMonthly, type Part, splitParts } from '#app/rules/reservation/monthly/parts.ts'
import { billAtPrice, type PriceBounds, priceBounds } from '#app/rules/reservation/staff-booking.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

type Choice = z.infer<typeof StaffChoice>

export type QuotedBooking = QuotedRental & {
  choice: RentalChoice
  bounds: PriceBounds
  /** By how much the caller may change the price; null for an owner. */
  percent: number | null
}

/**
 * A rental as staff choose it, in the company's currency, at the price of the list or at theirs. Throws INVALID_FIELDS
 * for what the listing does not allow, for a price beyond the caller's bounds, and for one without a reason.
 */
export async function quoteBooking(
  db: Kysely<DB>,
  form: Choice,
  { person, now }: { person: Person; now: Date },
): Promise<QuotedBooking> {
  const { day_price, price_reason } = form
  const ad = await readRentable(db, { id: form.ad, now })
  const choice = rentalChoiceOf(form)
  const quoted = await quoteRental(db, { ad, choice, currency: ad.currency, now, byStaff: true })
  const percent = hasOwnerRights(person) ? null : ad.desk_price_percent
  const bounds = priceBounds(quoted.bill, percent)
  if (day_price === undefined || day_price === bounds.listed) return { ...quoted, choice, bounds, percent }
  const fieldErrors: Record<string, string[]> = {
    ...priceError(day_price, { ...bounds, percent }),
    ...(!price_reason && { price_reason: ['required'] }),
  }
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors, { day_price: { percent: percent ?? 0 } })
  const bill = billAtPrice(quoted.bill, { dayPrice: day_price, prepaymentPercent: ad.prepayment_percent })
  return { ...quoted, bill, choice, bounds, percent }
}

/** The monthly parts in which a booking may be paid; none of a short one. Staff choose them whether or not customers can. */
export function partsOfBooking({ bill: { total, days, currency } }: QuotedRental, start: CalendarDate): Part[] {
  return isMonthly(days) ? splitParts({ total, days, start, currency, firstDue: start }) : []
}

function priceError(
  price: number,
  { lowest, highest, percent }: PriceBounds & { percent: number | null },
): Record<string, string[]> {
  if (price >= lowest && price <= highest) return {}
  return { day_price: [percent === null ? 'price_absurd' : percent === 0 ? 'price_owners' : 'price_limit'] }
}

function rentalChoiceOf(form: Choice): RentalChoice {
  const { ad: id, start_date, start_time, end_date, end_time, receive_address, return_address } = form
  const { child_seat_count, extra_driver, internet, supplemental_insurance } = form
  return {
    ...{ id, start_date, start_time, end_date, end_time, receive_address, return_address },
    ...{ child_seat_count, extra_driver, internet, supplemental_insurance },
  }
}
