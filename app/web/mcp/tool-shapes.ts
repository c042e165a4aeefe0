import { z } from 'zod'
import { AdDetail } from '#app/contract/ads.ts'
import { RentalOffer } from '#app/contract/reservations/offers.ts'
import { Driver, Quote, ReservationStatus, Reserved } from '#app/contract/reservations/reservations.ts'
import { CurrencyCode, Instant, IsoDate, Money, PublicId, RowId, SlotTime } from '#app/contract/shapes/shapes.ts'
import { DEFAULT_TIME, LANGUAGES } from '#app/rules/constants.ts'

/** How many vehicles a search answers at once: a longer list fills an assistant's memory. Source: *ours*. */
export const FOUND_AT_ONCE = 10

const language = z.enum(LANGUAGES).default('en').describe('The language of names and texts in the answer')
const currency = CurrencyCode.default('EUR').describe('Amounts are in its minor unit: cents of EUR, whole toman of IRT')
const inLanguage = { language, currency }
const time = {
  start_date: IsoDate.describe('Day of the pick-up, YYYY-MM-DD, Gregorian, on the clock of the city'),
  start_time: SlotTime.default(DEFAULT_TIME).describe('Full or half hour'),
  end_date: IsoDate.describe('Day of the return'),
  end_time: SlotTime.default(DEFAULT_TIME),
}
const choice = {
  vehicle: RowId.describe('The id of the vehicle'),
  ...time,
  receive_place: z
    .int()
    .optional()
    .describe('The id of the place of pick-up; the first place of the company without it'),
  return_place: z.int().optional().describe('The id of the place of return; the place of pick-up without it'),
  child_seat_count: z.int().min(0).max(3).default(0),
  extra_driver: z.boolean().default(false),
  internet: z.boolean().default(false),
  supplemental_insurance: z.boolean().default(false),
  flexible: z.boolean().default(false).describe('Flexible cancellation, where the company sells it'),
  discount_code: z.string().max(40).optional(),
}

/** What each tool takes. Calls of the API check it again by the contract. */
export const INPUTS = {
  search_vehicles: z.object({
    city: z.string().max(200).optional().describe('Name, slug or id; this or a location is needed'),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    ...time,
    kind: z.enum(['car', 'motorbike']).optional(),
    page: z.int().min(1).max(1000).default(1),
    ...inLanguage,
  }),
  get_vehicle: z.object({
    vehicle: choice.vehicle,
    start_date: time.start_date.optional(),
    start_time: time.start_time,
    end_date: time.end_date.optional(),
    end_time: time.end_time,
    ...inLanguage,
  }),
  quote: z.object({ ...choice, ...inLanguage }),
  hold: z.object({
    ...choice,
    ...inLanguage,
    fullname: z.string().min(1).max(120).describe('The driver, as in the passport or identity card'),
    national_id: z.string().min(1).max(40).describe('National id of Iran, or number of the passport'),
    country_code: z.string().min(1).max(8).describe('Dial code of the phone, such as +49'),
    phone: z.string().min(1).max(30).describe('Mobile number, which gets the confirmation'),
    email: z.string().max(254).optional(),
    date_of_birth: IsoDate,
    country: Driver.shape.country.describe('Nationality'),
    address: z
      .string()
      .max(500)
      .optional()
      .describe('Street and number; needed outside Iran, as are postcode and e-mail'),
    home_city: z.string().max(80).optional(),
    zip_code: z.string().max(20).optional(),
    shown_total: z.int().describe('The total of the quote that the person has agreed to; another price is refused'),
    idempotency_key: z
      .string()
      .min(8)
      .max(200)
      .optional()
      .describe('The same key with the same input never makes a second reservation'),
  }),
  reservation_status: z.object({ reservation: PublicId, language }),
  cancellation_terms: z.object({ reservation: PublicId, language }),
}

/** What each tool answers: shapes of the contract. */
export const OUTPUTS = {
  search_vehicles: z.object({
    city: z.string(),
    count: z.int(),
    page: z.int(),
    results: z.array(RentalOffer.omit({ lines: true })),
  }),
  get_vehicle: AdDetail.pick({
    ...{ id: true, title: true, type: true, year: true, colour: true, gearbox: true, fuel: true, seats: true },
    ...{ load_capacity: true, engine_cc: true, acriss: true, properties: true, about: true, city: true, rating: true },
    ...{ price: true, available: true, trust_type: true, guarantee_amount: true, extras: true, excess: true },
    ...{
      free_address_fee: true,
      fuel_rule: true,
      mileage_per_day: true,
      extra_km_price: true,
      flexible: true,
      late_hour_price: true,
    },
    ...{ min_driver_age: true, min_licence_years: true, places: true, terms: true },
  }).extend({ company: z.object({ id: z.int(), name: z.string(), verified: z.boolean(), phone: z.string() }) }),
  quote: Quote.omit({ gap: true, free_unit: true }),
  hold: Reserved.extend({
    payment_link: z.url().describe('Give it to the person: only they pay, until hold_until'),
  }),
  reservation_status: z.object({
    ...{ id: PublicId, number: z.string(), status: ReservationStatus, hold_until: Instant.nullable() },
    ...{ paid: Money, total: Money, currency: CurrencyCode },
  }),
  cancellation_terms: z.object({
    ...{ id: PublicId, status: ReservationStatus, currency: CurrencyCode, total: Money, paid: Money },
    free_until: Instant.describe('Until then a cancellation is free'),
    half_until: Instant.describe('Until then half is refunded, afterwards nothing'),
    zone: z.string().describe('IANA time zone of the city'),
    refund_now: Money.nullable().describe('The refund of a cancellation now; null if it can no longer be cancelled'),
  }),
}
