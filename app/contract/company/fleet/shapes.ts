import { z } from 'zod'
import { AboutText } from '#app/contract/company/written.ts'
import { CurrencyCode, Fuel, FuelRule, Gearbox, Money, Rating, RowId, TrustType } from '#app/contract/shapes/shapes.ts'
import { empty, grouped, latin, optionalText } from '#app/contract/shapes/text.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { isAcriss } from '#app/rules/fleet/acriss.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { PAINTS, type Paint, PHOTO_CROPS } from '#app/rules/text/picture.ts'

const JALALI_YEARS = { first: 1300, last: 1450, behind: 621 }

/** A number as people type it, in any digits; anything else is left for the schema to refuse. */
function numberOf(given: unknown): unknown {
  const text = grouped(given)
  if (typeof text !== 'string' || text === '') return empty(text)
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

const whole = (least: number, most: number) =>
  z
    .int({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
    .min(least, 'min')
    .max(most, 'max')
const needed = (least: number, most: number) => z.preprocess(numberOf, whole(least, most))
/** Null and an empty form field remove the value. */
const nullable = (least: number, most: number) =>
  z.preprocess(
    (given) => (given === '' || given === null ? null : numberOf(given)),
    whole(least, most).nullable().optional(),
  )
/** A number as people type it; an empty form field is none. */
export const withDefault = (least: number, most: number) => z.preprocess(numberOf, whole(least, most).optional())

/** A year that no vehicle has in the Gregorian calendar is Jalali: 1403 is 2024. */
const Year = z.preprocess(
  (given) => {
    const year = numberOf(given)
    const isJalali = typeof year === 'number' && year >= JALALI_YEARS.first && year <= JALALI_YEARS.last
    return isJalali ? year + JALALI_YEARS.behind : year
  },
  whole(1950, 2100),
)

/** The most vehicles that can be made at once. */
export const MOST_COPIES = 20
const MOST_AMOUNT = 10_000_000_000

const chosen = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(empty, schema)
const Id = chosen(RowId.refine((id) => !Number.isNaN(id), 'required'))

const writtenPlate = z.string({ error: 'required' }).regex(/^[\p{L}\p{N} -]{2,20}$/u, 'plate')
/** As written on the vehicle: `74186 کیش`. */
export const PlateText = z.preprocess(latin, writtenPlate)

/** The lowest and the highest price per day, in the minor unit. */
export const DayPrice = z.preprocess(numberOf, whole(1, 1_000_000_000))

const capitals = (given: unknown) => {
  const text = latin(given)
  return typeof text === 'string' ? text.toUpperCase() : text
}
const writtenAcriss = z.string({ error: 'acriss' }).max(4, 'acriss').refine(isAcriss, 'acriss')

/** What a company enters about its vehicle; amounts in the minor unit of its own currency. */
export const VehicleFacts = z.strictObject({
  model: Id,
  trim: z.preprocess((given) => (given === '' ? null : given), RowId.nullable().optional()),
  /** The body type, which determines whether it is a car or a motorbike. */
  type: Id,
  city: Id,
  colour: chosen(z.enum(Object.keys(PAINTS) as [Paint, ...Paint[]], { error: 'required' })),
  year: Year,
  gearbox: chosen(Gearbox),
  fuel: chosen(Fuel),
  fuel_rule: z.preprocess(empty, FuelRule.optional()),
  engine_cc: nullable(1, 20_000),
  seats: needed(1, 60),
  load_capacity: withDefault(0, 60),
  /** Kilometres per day in the price; null if they are unlimited. */
  mileage_per_day: nullable(1, 5000),
  extra_km_price: nullable(0, 1_000_000_000),
  min_driver_age: withDefault(16, 99),
  min_licence_years: withDefault(0, 60),
  /** Minutes between two rentals; null for the company's own gap. */
  gap_minutes: nullable(0, 2880),
  trust_type: chosen(TrustType),
  /** Irrelevant without a guarantee. */
  guarantee_amount: withDefault(0, MOST_AMOUNT),
  properties: z.array(z.enum(VEHICLE_PROPERTIES)).max(VEHICLE_PROPERTIES.length, 'max_length').optional(),
  about: z.partialRecord(z.enum(LANGUAGES), AboutText).optional(),
  plate: z.preprocess((given) => (given === '' ? null : latin(given)), writtenPlate.nullable().optional()),
  /** Four letters of ACRISS where the derived ones are wrong; null for the derived ones. A motorbike has none. */
  acriss: z.preprocess((given) => (given === '' ? null : capitals(given)), writtenAcriss.nullable().optional()),
  /** The company's own number for it. */
  reference: z.preprocess((given) => (given === '' ? null : given), optionalText(60).nullable()),
})

/** A photo of a vehicle as its company sees it, the main one first. */
export const VehiclePhoto = z.object({
  id: z.int(),
  /** The key of its pictures; null until they are processed. */
  key: z.string().nullable(),
  alt: z.string().nullable(),
  crop: z.enum(PHOTO_CROPS),
  status: z.enum(['WAITING', 'READY', 'FAILED']),
  /** Whether an operator took it down. */
  taken_down: z.boolean(),
  taken_down_reason: z.string().nullable(),
})

const Part = z.object({ id: z.int(), name: z.string() })

export const OwnVehicle = z.object({
  id: z.int(),
  title: z.string(),
  category: z.int(),
  state: z.enum(VEHICLE_STATES),
  /** Why an operator took it down. */
  taken_down_reason: z.string().nullable(),
  picture: z.string(),
  plate: z.string().nullable(),
  reference: z.string().nullable(),
  /** The code that the company has set; null if it has set none. */
  acriss: z.string().nullable(),
  /** The code from the other facts; null for a motorbike. */
  derived_acriss: z.string().nullable(),
  brand: Part,
  model: Part,
  trim: Part.nullable(),
  type: Part,
  city: Part.extend({ zone: z.string() }),
  colour: z.string(),
  year: z.int(),
  gearbox: Gearbox,
  fuel: Fuel,
  fuel_rule: FuelRule,
  engine_cc: z.int().nullable(),
  seats: z.int(),
  load_capacity: z.int(),
  mileage_per_day: z.int().nullable(),
  extra_km_price: Money.nullable(),
  min_driver_age: z.int(),
  min_licence_years: z.int(),
  gap_minutes: z.int().nullable(),
  trust_type: TrustType,
  guarantee_amount: Money,
  properties: z.array(z.string()),
  about: z.partialRecord(z.enum(LANGUAGES), z.string()),
  currency: CurrencyCode,
  p1: Money,
  p3: Money,
  p7: Money,
  p14: Money,
  p30: Money,
  rating: Rating,
})
