import { z } from 'zod'
import { about, deskStaff, forFleetPart, owners } from '#app/contract/call/base.ts'
import { DayPrice } from '#app/contract/company/fleet/offers.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Flag, IsoDate, Money, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, requiredText } from '#app/contract/shapes/text.ts'
import { PRICE_RULE_LIMITS as LIMITS } from '#app/rules/money/price-rules.ts'

/** A whole number as people type it, in any digits, with any minus and percent sign. */
const typed = (value: unknown) => {
  const plain = latin(value)
  if (typeof plain !== 'string') return plain
  return empty(
    plain
      .replace(/[\u200e\u200f\u2066-\u2069\u061c%٪\s]/g, '')
      .replace(/[\u2212\u2010-\u2013]/, '-')
      .replace(/^\+/, ''),
  )
}
const within = ({ min, max }: { min: number; max: number }) =>
  numeric({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
    .int('number')
    .min(min, 'min')
    .max(max, 'max')
/** Null removes it. */
const Optional = (limits: { min: number; max: number }) =>
  z.preprocess((value) => (value === null ? null : typed(value)), within(limits).nullable().optional())

/**
 * The fields that are sent are set, and null or empty ones are removed: then the company's rule applies to a vehicle.
 */
export const PriceRuleFields = z.object({
  min_days: Optional(LIMITS.days),
  max_days: Optional(LIMITS.days),
  lead_hours: Optional(LIMITS.lead_hours),
  last_minute_days: Optional(LIMITS.last_minute_days),
  last_minute_percent: Optional(LIMITS.discount),
  early_days: Optional(LIMITS.days),
  early_percent: Optional(LIMITS.discount),
})

/** The first and the last day of a season, its percentage, and the minimum length of a rental that begins in it. */
export const SeasonFields = z.object({
  name: requiredText(60),
  start_date: IsoDate,
  end_date: IsoDate,
  percent: z.preprocess(typed, within(LIMITS.percent)),
  min_days: Optional(LIMITS.days),
})

const Season = z.object({
  id: z.int(),
  name: z.string(),
  starts_on: IsoDate,
  ends_on: IsoDate,
  percent: z.int(),
  min_days: z.int().nullable(),
})

const Rules = z.object({
  weekdays: z.array(z.int()).nullable(),
  min_days: z.int().nullable(),
  max_days: z.int().nullable(),
  lead_hours: z.int().nullable(),
  last_minute_days: z.int().nullable(),
  last_minute_percent: z.int().nullable(),
  early_days: z.int().nullable(),
  early_percent: z.int().nullable(),
  seasons: z.array(Season),
})

/** A company's rules for all its vehicles, or those of one vehicle with the company's. */
export const PriceSettings = z.object({
  currency: CurrencyCode,
  vehicle: z
    .object({
      id: z.int(),
      title: z.string(),
      ...{ p1: Money, p3: Money, p7: Money, p14: Money, p30: Money },
      /** The number of vehicles of its kind, including itself. */
      units: z.int(),
    })
    .nullable(),
  own: Rules,
  /** The company's rules, which apply to a vehicle where it has none of its own; null for the company itself. */
  inherited: Rules.nullable(),
})

/** Whose rules: a company's, or those of one of its vehicles. */
const Scope = { company: CompanyId, ad: z.preprocess(empty, RowId.optional()) }

/**
 * For a vehicle: also for its copies and the vehicle that it is a copy of, which then have the same rules and seasons.
 */
const ForAll = { all_units: Flag }

export const prices = {
  read: forFleetPart(deskStaff)
    .route({
      method: 'GET',
      path: '/business/rent/prices/',
      summary: 'Day prices, weekdays, seasons, lengths, lead time and discounts of a company or a vehicle (ours)',
      tags: ['company'],
    })
    .input(z.object(Scope))
    .output(PriceSettings),
  set: forFleetPart(owners)
    .route({
      method: 'PATCH',
      path: '/business/rent/prices/',
      summary: 'Set what was sent of the prices; reservations that were made keep theirs (ours)',
      tags: ['company'],
    })
    .input(
      PriceRuleFields.extend({
        ...Scope,
        ...ForAll,
        /** Percentages from Monday to Sunday. */
        weekdays: z.array(within(LIMITS.percent)).length(7, 'number').nullable().optional(),
        /** A vehicle's prices per day, by length of rental. */
        ...{ p1: DayPrice, p3: DayPrice, p7: DayPrice, p14: DayPrice, p30: DayPrice },
      }).strict(),
    )
    .output(PriceSettings),
  addSeason: forFleetPart(owners)
    .route({
      method: 'POST',
      path: '/business/rent/prices/seasons/',
      summary: 'Add a season (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(SeasonFields.extend({ ...Scope, ...ForAll }).strict())
    .output(PriceSettings),
  changeSeason: about(owners, 'season')
    .route({
      method: 'PATCH',
      path: '/business/rent/prices/seasons/{id}/',
      summary: 'Change a season (ours)',
      tags: ['company'],
    })
    .input(SeasonFields.extend({ id: RowId, ...ForAll }).strict())
    .output(PriceSettings),
  dropSeason: about(owners, 'season')
    .route({
      method: 'DELETE',
      path: '/business/rent/prices/seasons/{id}/',
      summary: 'Take a season away (ours)',
      tags: ['company'],
    })
    .input(z.object({ id: RowId, ...ForAll }))
    .output(PriceSettings),
  preview: about(deskStaff, 'vehicle', 'ad')
    .route({
      method: 'GET',
      path: '/business/rent/prices/preview/',
      summary: 'What each day costs in a rental of a length, without discounts of booking early or late (ours)',
      tags: ['company'],
    })
    .input(
      z.object({
        ad: RowId,
        /** The first of the days. */
        from: IsoDate,
        days: numeric().int().min(1).max(62).default(31),
        /** The rental's length in days. */
        length: numeric().int().min(1).max(LIMITS.days.max).default(3),
      }),
    )
    .output(
      z.object({
        currency: CurrencyCode,
        days: z.array(
          z.object({
            date: IsoDate,
            price: Money,
            season: z.string().nullable(),
            /** Whether the price includes a percentage for its weekday. */
            weekday: z.boolean(),
            /** Whether a rental of this length can begin on it. */
            allowed: z.boolean(),
            /** Whether the vehicle is booked then: those prices do not change. */
            taken: z.boolean(),
          }),
        ),
      }),
    ),
}
