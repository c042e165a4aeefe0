import { z } from 'zod'
import { CURRENCY_CODES, FUEL_RULES, FUELS, GEARBOXES, PAGE_SIZE, TRUST_TYPES } from '#app/rules/constants.ts'
import { numeric } from './number.ts'
import { empty, latin, Text } from './text.ts'

/** Shapes that several calls share. Error messages are keys of `locales/<language>/errors.json`. */

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

/** Money in the minor unit of its currency: whole toman for IRT, cents for EUR (decisions.md, "Renting"). */
export const Money = z.int()
/** A whole number, or its digits in any script as a text. */
export const Whole = z.preprocess(
  (given: number | string) =>
    (typeof given === 'string' && isWholeText(given) ? Number(latin(given)) : given) as number,
  z.int({ error: ({ input }) => (isMissing(input) ? 'required' : 'number') }),
)
const isWholeText = (text: string) => /^-?\d{1,15}$/.test(String(latin(text)))

export const CurrencyCode = z.enum(CURRENCY_CODES)
/** A currency by its id, as a number or as text, or by its code (§9). */
export const CurrencyId = z.preprocess(
  (given: string | number | null | undefined) => empty(typeof given === 'number' ? String(given) : given),
  Text.max(10).optional(),
)

/** A calendar date, always ISO and Gregorian in the API. */
export const IsoDate = z.iso.date({ error: ({ input }) => (isMissing(input) ? 'required' : 'date') })
/** A half hour in the pick-up city's local time, 00:30 to 23:30 (§9). */
export const SlotTime = z
  .string({ error: 'required' })
  .regex(/^([01]\d|2[0-3]):(00|30)$/, 'time_slot')
  .refine((time) => time !== '00:00', 'time_slot')
/** A time of day to the minute, in any digits. */
export const ClockTime = z.preprocess(latin, z.string('required').regex(/^([01]?\d|2[0-3]):[0-5]\d$/, 'time'))
/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
/** An unguessable id of 128 random bits or more, URL-safe (decisions.md, "Identity and access"). */
export const PublicId = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/)
export const RowId = numeric().int().positive().max(2_147_483_647)
/** A query or form value that means yes; a missing one means no. */
export const Flag = z.preprocess((value) => isYes(value), z.boolean()).default(false)
const isYes = (value: unknown) => ['on', 'true', '1', 'yes', true, 1].includes(value as never)

/** Yes or no as forms and JSON write it; a missing one means no change. */
export const KeptFlag = z.preprocess(
  (value) => (value === undefined || value === null ? undefined : isYes(value)),
  z.boolean().optional(),
)

/** A name in the three columns that places and catalogue entries have (§3), and the one for the requested language. */
export const Named = z.object({
  id: z.int(),
  name: z.string(),
  name_fa: z.string(),
  name_en: z.string(),
  name_ar: z.string(),
})

export const Currency = Named.extend({
  code: CurrencyCode,
  symbol: z.string(),
  /** The stored rate: how many toman one unit is worth. */
  rate: z.int(),
})

export const TrustType = z.enum(TRUST_TYPES)
export const Gearbox = z.enum(GEARBOXES)
export const Fuel = z.enum(FUELS)
export const FuelRule = z.enum(FUEL_RULES)

export const Rating = z.object({ score: z.number().nullable(), count: z.int() })

/** Always in the answer, even if a handler does not set it. */
const PageAddress = z.url().nullable().default(null).pipe(z.url().nullable())

/** The shape of every list, also of those without pages. `app/api/call/lists.ts` writes the addresses. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    count: z.int(),
    /** The addresses of the page after and before this one; null where there is none. */
    next: PageAddress,
    previous: PageAddress,
    results: z.array(item),
  })

/** A page's number: anything that is no number means the first page, a number beyond the last means the last. */
export const PageQuery = z.object({
  page: numeric().int().min(1).catch(1).default(1),
  size: numeric().int().min(1).max(100).catch(PAGE_SIZE).default(PAGE_SIZE),
})

/** A form with a picture; the call says which ones it takes. */
export const PictureUpload = z.object({ image: z.file({ error: 'required' }) })

/** Errors by field: the field's name as in the form, message keys, and the values for its message. */
export const FieldErrors = z.object({
  fields: z.record(z.string(), z.array(z.string())),
  values: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
})
