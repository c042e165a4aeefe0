import { z } from 'zod'
import { forCompany, owners } from '#app/contract/call/base.ts'
import { ChargeTerms } from '#app/contract/company/protocols.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { AboutText } from '#app/contract/company/written.ts'
import { CoverLevels } from '#app/contract/shapes/cover.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, KeptFlag, Money, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, grouped, latin } from '#app/contract/shapes/text.ts'
import { CONFIRMATIONS, LANGUAGES } from '#app/rules/constants.ts'
import { FLEXIBLE_PERCENT_MAX } from '#app/rules/money/flexible.ts'
import { DEPOSIT_BACK_DAYS_MAX } from '#app/rules/reservation/deposit.ts'
import { END_NOTICE_DAYS_MAX, PART_GRACE_DAYS_MAX } from '#app/rules/reservation/monthly/parts.ts'
import { LogoKey } from './logo.ts'

const Price = z.preprocess(
  (value) => (value === '' ? null : grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(1_000_000_000, 'max').nullable().optional(),
)
const Fee = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(1_000_000_000, 'max').optional(),
)
const within = (min: number, max: number) =>
  z.preprocess(
    (value) => empty(grouped(value)),
    numeric({ error: 'number' }).int('number').min(min, 'min').max(max, 'max').optional(),
  )
/** The same, or null for what is not offered. */
const optionalWhole = (min: number, max: number) =>
  z.preprocess(
    (value) => (value === '' ? null : grouped(value)),
    numeric({ error: 'number' }).int('number').min(min, 'min').max(max, 'max').nullable().optional(),
  )
const TermHours = within(0, 720)
/** Minutes between two rentals of a vehicle, for cleaning it: at most two days. */
const Gap = within(0, 2880)
/** The share that is paid online when booking (decisions.md, "Renting"). */
const Percent = within(20, 100)
const ClockTime = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time')
    .optional(),
)
/** The end of a day has two names: closing at 00:00 would be before opening. */
const ClosingTime = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'time')
    .optional(),
)
const Phone = z.preprocess(
  (value) => empty(latin(value)),
  z
    .string()
    .regex(/^\+?[\d\s-]{5,20}$/, 'phone')
    .optional(),
)
/** What is left out stays. The highest of each price depends on the company's currency. */
const Charges = z.strictObject({
  ...{ late_hour: Fee, km: Fee, fuel_eighth: Fee, charge_percent: Fee },
  damage: z.strictObject({ COIN: Fee, HAND: Fee, LARGE: Fee }).optional(),
})
const About = z.partialRecord(z.enum(LANGUAGES), AboutText)

/**
 * What a company can change about itself; prices in the minor unit of its own currency, null if it does not offer it.
 */
export const SettingsUpdate = z.strictObject({
  company: CompanyId,
  phone: Phone,
  about: About.optional(),
  free_address_fee: Price,
  child_seat_price: Price,
  extra_driver_price: Price,
  internet_price: Price,
  insurance_price: Price,
  /** The driver's share of a covered damage, with the insurance in the price and with the supplemental one. */
  excess: Price,
  excess_insured: Price,
  /** Flexible cancellation: a percentage of the rent or an amount a day, and the hours before the pick-up until which cancelling is then free. */
  flex_percent: optionalWhole(1, FLEXIBLE_PERCENT_MAX),
  flex_per_day: optionalWhole(1, 1_000_000_000),
  flex_until_hours: optionalWhole(0, 720),
  /** What its insurances pay; null takes the statement back. */
  cover: CoverLevels.nullable().optional(),
  /** Hours before the pick-up until which a cancellation is free, and until which half is refunded. */
  free_until_hours: TermHours,
  half_until_hours: TermHours,
  prepayment_percent: Percent,
  turnaround_minutes: Gap,
  /** Days after the return within which a deposit is given back; a country's rule may be shorter. */
  deposit_back_days: within(1, DEPOSIT_BACK_DAYS_MAX),
  /** Whether customers may pay their deposits online; the marketplace holds them. */
  deposit_online: KeptFlag,
  /** Whether long rentals may be paid in monthly parts, the days of grace of a late one, and of notice before an early end. */
  monthly_parts: KeptFlag,
  part_grace_days: within(0, PART_GRACE_DAYS_MAX),
  end_notice_days: within(0, END_NOTICE_DAYS_MAX),
  /** By how much the desk may change the price of its own bookings. */
  desk_price_percent: within(0, 50),
  /** Its fee for handling a fine: what the form of a fine proposes. */
  fine_fee: Price,
  /** What it charges after a return; reservations keep those of their booking. */
  charges: Charges.optional(),
  /** Keys without counter: customers who are ready may take the key from a box. */
  has_key_boxes: KeptFlag,
  confirmation: z.preprocess(empty, z.enum(CONFIRMATIONS).optional()),
  places: z
    .array(
      z.strictObject({
        id: RowId,
        phone: Phone,
        opens_at: ClockTime,
        closes_at: ClosingTime,
        receive_fee: Fee,
        return_fee: Fee,
      }),
    )
    .max(100, 'max')
    .optional(),
})

export const CompanySettings = z.object({
  id: z.int(),
  name: z.string(),
  logo: LogoKey,
  logo_dark: LogoKey,
  currency: CurrencyCode,
  commission_percent: z.int(),
  confirmation: z.enum(CONFIRMATIONS),
  prepayment_percent: z.int(),
  turnaround_minutes: z.int(),
  desk_price_percent: z.int(),
  deposit_back_days: z.int(),
  deposit_online: z.boolean(),
  monthly_parts: z.boolean(),
  part_grace_days: z.int(),
  end_notice_days: z.int(),
  /** The commission on bookings that its own staff make. */
  own_booking_percent: z.int(),
  free_until_hours: z.int(),
  half_until_hours: z.int(),
  phone: z.string(),
  about: z.record(z.enum(LANGUAGES), z.string()),
  free_address_fee: Money.nullable(),
  child_seat_price: Money.nullable(),
  extra_driver_price: Money.nullable(),
  internet_price: Money.nullable(),
  insurance_price: Money.nullable(),
  excess: Money.nullable(),
  excess_insured: Money.nullable(),
  cover: CoverLevels.nullable(),
  flex_percent: z.int().nullable(),
  flex_per_day: Money.nullable(),
  flex_until_hours: z.int().nullable(),
  fine_fee: Money.nullable(),
  /** What it charges after a return, in its own currency; the usual prices until it sets its own. */
  charges: ChargeTerms,
  has_key_boxes: z.boolean(),
  places: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      city: z.string(),
      phone: z.string().nullable(),
      opens_at: z.string(),
      closes_at: z.string(),
      receive_fee: Money,
      return_fee: Money,
    }),
  ),
})

export const settings = {
  read: forCompany(owners)
    .route({
      method: 'GET',
      path: '/agency/',
      summary: 'What a company may change of itself (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(CompanySettings),
  update: forCompany(owners)
    .route({ method: 'PATCH', path: '/agency/', summary: 'Change the company’s data', tags: ['company'] })
    .input(SettingsUpdate)
    .output(CompanySettings),
}
