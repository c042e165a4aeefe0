import { z } from 'zod'
import { about, deskStaff, forCompany, locking, notifying } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { DayPrice } from '#app/contract/company/fleet/offers.ts'
import { CompanyId, Plate } from '#app/contract/company/shapes.ts'
import { GivenReason } from '#app/contract/company/written.ts'
import { Driver, RentalChoice, Reserved } from '#app/contract/reservations/reservations.ts'
import { Bill } from '#app/contract/shapes/bill.ts'
import {
  CurrencyCode,
  Flag,
  Instant,
  IsoDate,
  listOf,
  Money,
  PublicId,
  RowId,
  SlotTime,
  Whole,
} from '#app/contract/shapes/shapes.ts'
import { empty, optionalLines, optionalText, requiredText, withoutEmpty } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { BOOKING_HOLDS, BOOKING_PAYMENTS, PRICE_REASONS, STAFF_SOURCES } from '#app/rules/reservation/staff-booking.ts'
import { BLOCK_PURPOSES } from '#app/rules/time/fleet-calendar.ts'

const { VEHICLE_TAKEN, PRICE_CHANGED, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, CUSTOMER_BLOCKED, UNDO_OVER } = ERRORS

const { id: _id, discount_code: _code, currency: _currency, ...choice } = RentalChoice.shape

/** What staff rent out, when, and at which price per day: by default the list's, in the company's currency. */
export const StaffChoice = z.strictObject({
  ...choice,
  ad: RowId,
  day_price: DayPrice,
  price_reason: z.preprocess(empty, z.enum(PRICE_REASONS).optional()),
  price_note: optionalText(200),
})

/** A customer as staff take them down: identity and birth may wait until the hand-over. */
export const StaffCustomer = z.strictObject({
  fullname: Driver.shape.fullname,
  country_code: Driver.shape.country_code,
  phone: Driver.shape.phone,
  email: Driver.shape.email,
  national_id: z.preprocess(empty, Driver.shape.national_id.optional()),
  date_of_birth: z.preprocess(empty, IsoDate.optional()),
  country: Driver.shape.country,
})

/** A booking by staff. `received` and `reference` are of money that was taken at the desk now. */
export const StaffBooking = StaffChoice.extend({
  ...StaffCustomer.shape,
  source: z.enum(STAFF_SOURCES, { error: 'required' }),
  payment: z.enum(BOOKING_PAYMENTS, { error: 'required' }),
  hold: z.enum(BOOKING_HOLDS).default('HOUR'),
  /** In monthly parts, of a rental of more than thirty days; `received` is then at first the first part. */
  monthly: Flag,
  received: DayPrice,
  reference: optionalText(40),
  /** For colleagues. */
  note: optionalLines(1000),
  /** Of the messages to the customer; by default the caller's. */
  language: z.preprocess(empty, z.enum(LANGUAGES).optional()),
  /** The total that the caller saw: if the price differs, nothing is booked. */
  shown_total: Whole.optional(),
})

/** A vehicle of the company that is free for a rental, with its price. */
const FreeVehicle = z.object({
  id: z.int(),
  title: z.string(),
  year: z.int(),
  plate: Plate,
  picture: z.string(),
  city: z.object({ id: z.int(), name: z.string() }),
  /** Until when it is free; null if nothing is booked after. */
  free_until: Instant.nullable(),
  per_day: Money,
  total: Money,
  days: z.int(),
  currency: CurrencyCode,
})

/** What the company asks for extras, in the minor unit of `currency`: null if it does not offer one. Drivers cost once, all else a day. */
const Extras = z.object({
  currency: CurrencyCode,
  child_seat: Money.nullable(),
  extra_driver: Money.nullable(),
  internet: Money.nullable(),
  supplemental_insurance: Money.nullable(),
})

/** What staff look for: vehicles of the city of `place`, by a part of the name, or the plate (`q`). */
const Sought = z.object({
  company: CompanyId,
  start_date: IsoDate,
  start_time: SlotTime,
  end_date: IsoDate,
  end_time: SlotTime,
  place: z.preprocess(empty, RowId.optional().catch(undefined)),
  q: optionalText(80).catch(undefined),
})

/** Who or what has a vehicle, and until when. */
const Holder = z.object({
  title: z.string(),
  plate: Plate,
  until: Instant,
  zone: z.string(),
  /** Null for a block, which has a purpose where staff gave one. */
  reservation: z.object({ id: PublicId, number: z.string(), fullname: z.string() }).nullable(),
  purpose: z.enum(BLOCK_PURPOSES).nullable(),
})

/** Days of the same length in which something is free, with the cheapest vehicle then. */
const OtherDays = z.object({ start_date: IsoDate, end_date: IsoDate, count: z.int(), cheapest: FreeVehicle })

/** Somebody who has rented from the company. */
const KnownCustomer = z.object({
  /** Their latest reservation, as the company knows it. */
  reservation: PublicId,
  fullname: z.string(),
  phone: z.string(),
  language: z.enum(LANGUAGES),
  /** How many rentals are completed, and when the last one of all began. */
  trips: z.int(),
  last_date: IsoDate,
})

const booking = about(deskStaff, 'vehicle', 'ad')
const undoing = locking(deskStaff, 'reservation')

export const bookings = {
  freeVehicles: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/free_vehicles/',
      summary: 'The company’s vehicles that are free for a rental, the cheapest first, with their prices (ours)',
      tags: ['company'],
    })
    .input(Sought)
    .output(listOf(FreeVehicle).extend({ extras: Extras })),
  waysOut: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/free_vehicles/ways_out/',
      summary: 'Who has the wanted vehicle, and the nearest other days with a free one (ours)',
      tags: ['company'],
    })
    .input(Sought.extend({ ad: z.preprocess(empty, RowId.optional()) }))
    .output(
      z.object({
        /** Null where no vehicle is named, or it is free. */
        holder: Holder.nullable(),
        /** When the named vehicle is free next, for as long. */
        same_vehicle: OtherDays.nullable(),
        /** The nearest days before and after, where there are such. */
        other_days: z.array(OtherDays),
      }),
    ),
  knownCustomers: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/known_customers/',
      summary: 'Customers of the company by a phone or a name, the latest first (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, q: requiredText(80) }))
    .output(listOf(KnownCustomer)),
  priceBooking: booking
    .route({
      method: 'POST',
      path: '/desk/bookings/price/',
      summary: 'The bill of a booking by staff, and how far the caller may change its price (ours)',
      tags: ['company'],
    })
    .input(withoutEmpty(StaffChoice))
    .output(
      Bill.extend({
        available: z.boolean(),
        /** A vehicle that is the same in all but the plate and free then, if this one is not. */
        free_unit: z.int().nullable(),
        title: z.string(),
        plate: Plate,
        zone: z.string(),
        start_at: Instant,
        /** The list's price per day, and between which prices the caller may choose. */
        price: z.object({ listed: Money, lowest: Money, highest: Money, percent: z.int().nullable() }),
        payments: z.array(z.enum(BOOKING_PAYMENTS)),
        /** The amounts of the monthly parts that it may be paid in; empty if it may not. */
        parts: z.array(Money),
        commission_percent: z.int(),
      }),
    ),
  book: booking
    .meta(notifying(booking, 300))
    .errors({ VEHICLE_TAKEN, PRICE_CHANGED, IDEMPOTENCY_CONFLICT, BANNED_DETAILS, CUSTOMER_BLOCKED })
    .route({
      method: 'POST',
      path: '/desk/bookings/',
      summary: 'Book a vehicle for a customer at the counter or on the phone; takes an Idempotency-Key (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(withoutEmpty(StaffBooking))
    .output(Reserved),
  undoBooking: undoing
    .meta(notifying(undoing, 300))
    .errors({ UNDO_OVER })
    .route({
      method: 'POST',
      path: '/desk/bookings/{id}/undo/',
      summary: 'Take back a booking that staff made by mistake and nobody has paid, within 15 minutes (ours)',
      tags: ['company'],
    })
    .input(z.strictObject({ id: PublicId, reason: GivenReason }))
    .output(z.object({ id: PublicId })),
}
