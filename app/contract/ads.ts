import { z } from 'zod'
import { CONFIRMATIONS, FAVOURITES_MAX, FROM_DAYS } from '#app/rules/constants.ts'
import {
  BOUND_FILTERS,
  type BoundFilter,
  CODE_FILTERS,
  type CodeFilter,
  SEARCH_FILTERS,
} from '#app/rules/search/search-filters.ts'
import { VIEWS } from '#app/rules/text/picture.ts'
import { operatorsOf, publicRead, publicSearch, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { Company, Place } from './companies.ts'
import { numeric } from './shapes/number.ts'
import {
  CurrencyCode,
  CurrencyId,
  Flag,
  Fuel,
  FuelRule,
  Gearbox,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  Rating,
  RowId,
  SlotTime,
  TrustType,
  Whole,
} from './shapes/shapes.ts'
import { requiredLines, Text, withoutEmpty } from './shapes/text.ts'

const { WITHDRAWN, NOT_RATEABLE } = ERRORS

/**
 * One value or several, as forms, addresses and JSON bodies write lists. Invalid values are left out, and so are
 * those after the first fifty: an outdated or mistyped address must still find something.
 */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess((value) => {
      const values = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
      return values.filter((one) => one !== '' && item.safeParse(one).success).slice(0, 50)
    }, z.array(item))
    .default([])
const Slugs = list(Text.max(100))
/** Stands for a category that is not a number; no vehicle has it. */
const NO_CATEGORY = 0
/** A whole number; undefined for anything else. */
const looseNumber = numeric().int().min(0).max(9999).optional().catch(undefined).optional()

/** A field for each filter that the table of filters describes completely. */
const codeList = (codes: readonly string[]) => list(z.enum(codes))
const codeFilters = Object.fromEntries(
  CODE_FILTERS.map((name) => [name, codeList(SEARCH_FILTERS[name].codes)]),
) as Record<CodeFilter, ReturnType<typeof codeList>>
const boundFilters = Object.fromEntries(BOUND_FILTERS.map((name) => [name, looseNumber])) as Record<
  BoundFilter,
  typeof looseNumber
>

export const ORDERINGS = ['recommended', 'cheapest', 'priciest', 'rating', 'newest'] as const
/** An unknown value counts as missing: an outdated or mistyped address must still find something. */
const Ordering = z.enum(ORDERINGS).optional().catch(undefined).optional()

/**
 * The search filters of §3. `from` and `to` are day prices in the requested currency's minor unit, as shown: a price
 * shown as €39 is within 3900 to 3900. `brands`, `models`, `trims`, `types` are slugs (a model's is `brand/model`, a
 * trim's `brand/model/trim`); of a brand with chosen models only those are found, likewise of a model with chosen trims.
 * `vehicle_capacity` is the number of people that the class is made for (exactly, "9" meaning nine or more),
 * `load_capacity` the minimum of suitcases, `seats` the minimum of seats; a vehicle has all of the chosen `properties`.
 * `city` is an id, a slug or a name in any language. Dates count only as a pair; a missing time is 10:00. Unknown values
 * are ignored, except that nothing is found in an unknown category.
 */
export const AdFilters = z.object({
  categories: list(numeric().int().catch(NO_CATEGORY)),
  city: z.union([Text.max(200), z.number(), z.object({ id: Whole })]).optional(),
  brands: Slugs,
  models: Slugs,
  trims: Slugs,
  types: Slugs,
  company: list(RowId),
  start_date: IsoDate.optional(),
  start_time: SlotTime.optional(),
  end_date: IsoDate.optional(),
  end_time: SlotTime.optional(),
  from: Whole.pipe(Money.min(0)).optional(),
  to: Whole.pipe(Money.min(0)).optional(),
  ...codeFilters,
  ...boundFilters,
  vehicle_capacity: list(Text.max(10)),
  properties: Slugs,
  /** Rentals of 30 days from the pick-up date with the 30+ tier. */
  monthly: Flag,
  /** Counts if the query has none. */
  ordering: Ordering,
})

/**
 * A vehicle's price in the requested currency: with dates the price per day of a rental of that length and its total;
 * without dates the "from" price of a three-day rental in the coming month, or of a 30-day one in the monthly search.
 */
const AdPrice = z.object({
  per_day: Money,
  days: z.int().nullable(),
  total: Money.nullable(),
  currency: CurrencyCode,
})

export const AdCard = z.object({
  id: z.int(),
  category: z.int(),
  title: z.string(),
  brand: z.string(),
  model: z.string(),
  trim: z.string().nullable(),
  type: z.object({ slug: z.string(), name: z.string() }),
  year: z.int(),
  colour: z.string(),
  /** IANA zone of its city (*ours*). */
  zone: z.string(),
  /** Key of the picture set: `/pictures/{picture}-{small|medium|large}.{avif|webp}`. */
  picture: z.string(),
  company: z.object({ id: z.int(), name: z.string(), verified: z.boolean() }),
  rating: Rating,
  gearbox: Gearbox,
  fuel: Fuel,
  seats: z.int(),
  load_capacity: z.int(),
  trust_type: TrustType,
  guarantee_amount: Money,
  /** How many of the same are on offer; in lists of a search, those at this price that are free in its time. */
  units: z.int(),
  pinned: z.boolean(),
  /** Featured because its company pays for it: an advert. */
  pinned_paid: z.boolean(),
  /** What people compare beside the price (*ours*). */
  terms: z.object({
    city: z.string(),
    /** The company's main place for hand-overs in that city; null if it has none. */
    place: z.string().nullable(),
    /** Kilometres; null is without a limit. */
    mileage_per_day: z.int().nullable(),
    fuel_rule: FuelRule,
    /** The driver's share of a covered damage, with the insurance in the price; null if it is not stated. */
    excess: Money.nullable(),
    /** Hours before the pick-up until which a cancellation is free. */
    free_until_hours: z.int(),
    confirmation: z.enum(CONFIRMATIONS),
  }),
  price: AdPrice,
})

/** A filter's values, each with the number of vehicles that it alone would find with the other filters unchanged. */
export const Facet = z.object({
  /** The filter's name in addresses. */
  filter: z.string(),
  choices: z.array(z.object({ value: z.string(), name: z.string(), count: z.int(), chosen: z.boolean() })),
})

/** `page` is the page that is shown: a number beyond the last shows the last. */
export const AdPage = listOf(AdCard).extend({
  currency: CurrencyCode,
  days: z.int().nullable(),
  city: z.object({ id: z.int(), slug: z.string(), name: z.string(), zone: z.string() }).nullable(),
  /** Day prices in minor units, of all vehicles that the other filters find. */
  price_range: z
    .object({ min: Money, max: Money, bars: z.array(z.object({ from: Money, to: Money, count: z.int() })) })
    .nullable(),
  facets: z.array(Facet),
  /**
   * For an empty result: the filters whose removal alone finds something, best first. Besides the filters' names,
   * `dates` means the four fields of the time, `price` means `from` and `to`; `brands` includes `models` and `trims`.
   */
  loosen: z.array(z.object({ filter: z.string(), count: z.int() })),
})

/** This percentage off for bookings this many days ahead. */
const AheadDiscount = z.object({ days: z.int(), percent: z.int() })

export const AdDetail = AdCard.extend({
  about: z.string().nullable(),
  city: z.object({ id: z.int(), slug: z.string(), name: z.string(), zone: z.string(), country: z.string() }),
  company: Company,
  places: z.array(Place),
  /** The fee for a hand-over at any address in the city; null if the company does not offer it. */
  free_address_fee: Money.nullable(),
  /** Unit prices in the requested currency; null if the company does not offer it. */
  extras: z.object({
    child_seat: Money.nullable(),
    extra_driver: Money.nullable(),
    internet: Money.nullable(),
    supplemental_insurance: Money.nullable(),
  }),
  /** What flexible cancellation costs, and the hours before the pick-up until which cancelling is then free; null where it is not sold (*ours*). */
  flexible: z.object({ percent: z.int().nullable(), per_day: Money.nullable(), until_hours: z.int() }).nullable(),
  /** The driver's share of a covered damage, with the included and with the supplemental insurance (*ours*). */
  excess: z.object({ basic: Money.nullable(), insured: Money.nullable() }),
  /** Days after the return within which the deposit is given back (*ours*). */
  deposit_back_days: z.int(),
  engine_cc: z.int().nullable(),
  /** Its ACRISS (SIPP) code; null for a motorbike (*ours*). */
  acriss: z.string().nullable(),
  fuel_rule: FuelRule,
  mileage_per_day: z.int().nullable(),
  /** Null where kilometres are not limited. */
  extra_km_price: Money.nullable(),
  /** Each started hour of a return that is more than an hour late, at most a day's rent a day (*ours*). */
  late_hour_price: Money,
  min_driver_age: z.int(),
  min_licence_years: z.int(),
  properties: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** The main one first. `alt` is the company's description. */
  photos: z.array(
    z.object({
      key: z.string(),
      alt: z.string().nullable(),
      /** The size of `/pictures/{key}-full.webp`; null where the photo is too small for one (*ours*). */
      large: z.object({ width: z.int(), height: z.int() }).nullable(),
    }),
  ),
  /** Drawings of a vehicle without photos, from four sides: `/pictures/{drawing}.svg` (*ours*). */
  views: z.array(z.object({ view: z.enum(VIEWS), drawing: z.string() })),
  tiers: z.array(z.object({ from_days: z.int(), to_days: z.int().nullable(), per_day: Money })),
  /**
   * The other rules for its price and for what can be booked: null if only the length counts. `tiers` are day prices in
   * the company's currency; the percentages of season and weekday are added, a discount of the booking is subtracted,
   * and then it is converted (*ours*).
   */
  pricing: z
    .object({
      rules: z.object({
        weekdays: z.array(z.int()).nullable(),
        seasons: z.array(
          z.object({
            name: z.string(),
            starts_on: IsoDate,
            ends_on: IsoDate,
            percent: z.int(),
            min_days: z.int().nullable(),
          }),
        ),
        min_days: z.int().nullable(),
        max_days: z.int().nullable(),
        lead_hours: z.int().nullable(),
        last_minute: AheadDiscount.nullable(),
        early: AheadDiscount.nullable(),
      }),
      tiers: z.object({ p1: Money, p3: Money, p7: Money, p14: Money, p30: Money }),
      currency: CurrencyCode,
      rate: z.number(),
    })
    .nullable(),
  /** Whether it is free for exactly the requested time; null without dates. */
  available: z.boolean().nullable(),
})

/** The time of a rental in addresses and calls; both dates or none. */
export const RentalTime = z.object({
  start_date: IsoDate.optional(),
  start_time: SlotTime.optional(),
  end_date: IsoDate.optional(),
  end_time: SlotTime.optional(),
})

const Comment = z.object({
  id: z.int(),
  author: z.string(),
  language: z.string(),
  body: z.string(),
  score: z.int().nullable(),
  created_at: Instant,
})

/** One that everybody sees, with the one answer of the vehicle's company. */
export const AnsweredComment = Comment.extend({ answer: z.object({ body: z.string(), at: Instant }).nullable() })

/** How many addresses of vehicles are in one sitemap; the protocol allows 50,000. */
const INDEX_SIZE = 10_000

/** Two months of any calendar. */
const PRICED_DAYS_MAX = 62
/** The longest rental that is priced for each day. */
const PRICED_LENGTH_MAX = 90

const SearchQuery = PageQuery.extend({
  currency: CurrencyId,
  ordering: Ordering,
})

/** A review of a vehicle. */
export const CommentFields = z.object({ body: requiredLines(2000) })
/** Stars for a vehicle. */
export const RatingFields = z.object({
  score: numeric({ error: 'required' }).int('score').min(1, 'score').max(5, 'score'),
})

export const ads = {
  search: publicSearch
    .route({
      method: 'POST',
      path: '/business/rent/ad/search/',
      summary: 'Search vehicles on offer',
      tags: ['ads'],
      inputStructure: 'detailed',
    })
    .input(z.object({ query: SearchQuery, body: withoutEmpty(AdFilters) }))
    .output(AdPage),
  index: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/ads/',
      summary: 'Every vehicle on offer and when its page changed last, for sitemaps (ours)',
      tags: ['ads'],
    })
    .input(PageQuery.extend({ size: numeric().int().min(1).max(INDEX_SIZE).catch(INDEX_SIZE).default(INDEX_SIZE) }))
    .output(listOf(z.object({ id: z.int(), category: z.int(), city: z.int(), updated: Instant }))),
  pinned: publicSearch
    .route({
      method: 'POST',
      path: '/business/rent/ad/pinned/',
      summary: 'Featured vehicles of a city',
      tags: ['ads'],
      inputStructure: 'detailed',
    })
    .input(z.object({ query: SearchQuery, body: withoutEmpty(AdFilters) }))
    .output(listOf(AdCard)),
  dayPrices: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/day_prices/',
      summary: 'The lowest day price of rentals from each day on, in a city (ours)',
      tags: ['ads'],
    })
    .input(
      z.object({
        city: Text.min(1, 'required').max(200),
        category: RowId.optional(),
        from: IsoDate,
        days: numeric().int().min(1).max(PRICED_DAYS_MAX).default(PRICED_DAYS_MAX),
        /** Of each rental. */
        length: numeric().int().min(1).max(PRICED_LENGTH_MAX).default(FROM_DAYS),
        currency: CurrencyId,
      }),
    )
    .output(
      /**
       * Rentals from 10:00 to 10:00. Days that are past or too far ahead are left out; `per_day` is null where no vehicle is free. Where all
       * days are missing, prices are not known at the moment.
       */
      listOf(z.object({ date: IsoDate, per_day: Money.nullable() })).extend({ currency: CurrencyCode }),
    ),
  read: publicRead
    .errors({ WITHDRAWN })
    .route({ method: 'GET', path: '/business/rent/ad/{id}/', summary: 'One vehicle on offer', tags: ['ads'] })
    .input(RentalTime.extend({ id: RowId, currency: CurrencyId }))
    .output(AdDetail),
  several: publicSearch
    .route({
      method: 'POST',
      path: '/business/rent/ad/several/',
      summary: 'Vehicles on offer by their numbers, in that order; those no longer offered are left out (ours)',
      tags: ['ads'],
    })
    .input(z.object({ ids: z.array(RowId).max(FAVOURITES_MAX, 'max_length'), currency: CurrencyId }))
    .output(listOf(AdCard.extend({ city: z.string() }))),
  availableRanges: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/ad/{id}/available_ranges/',
      summary: 'When a vehicle is free, in the local time of its city',
      tags: ['ads'],
    })
    .input(z.object({ id: RowId, from: IsoDate.optional(), days: numeric().int().min(1).max(400).default(120) }))
    .output(listOf(z.object({ start: z.string(), end: z.string() })).extend({ zone: z.string() })),
  comments: publicRead
    .route({
      method: 'GET',
      path: '/business/rent/ad/{id}/comments/',
      summary: 'Approved comments on a vehicle, those in the asked language first',
      tags: ['ads'],
    })
    .input(PageQuery.extend({ id: RowId }))
    .output(
      /** The number of ratings from one to five stars, as far as they are stored individually. */
      listOf(AnsweredComment).extend({ marks: z.array(z.int()).length(5) }),
    ),
  comment: signedIn
    .route({
      method: 'POST',
      path: '/business/rent/ad/{id}/comments/',
      summary: 'Comment on a vehicle; shown after an operator approved it',
      tags: ['ads'],
      successStatus: 201,
    })
    .input(CommentFields.extend({ id: RowId }))
    .output(z.object({ id: z.int(), approved: z.boolean() })),
  waitingComments: operatorsOf('CONTENT', 'SUPPORT')
    .route({
      method: 'GET',
      path: '/business/rent/management/comments/',
      summary: 'Comments that wait for an operator; for operators (ours)',
      tags: ['ads'],
    })
    .input(PageQuery)
    .output(listOf(Comment.extend({ ad: z.int() }))),
  judgeComment: operatorsOf('CONTENT', 'SUPPORT')
    .route({
      method: 'PATCH',
      path: '/business/rent/management/comments/{id}/',
      summary: 'Let a waiting comment be seen, or take it away; for operators (ours)',
      tags: ['ads'],
    })
    .input(z.object({ id: RowId, approved: z.boolean() }))
    .output(z.object({ id: z.int(), approved: z.boolean() })),
  rate: signedIn
    .errors({ NOT_RATEABLE })
    .route({
      method: 'POST',
      path: '/business/rent/ad/{id}/rate/',
      summary: 'Rate a vehicle after a completed rental of it, once per rental',
      tags: ['ads'],
      successStatus: 201,
    })
    .input(
      RatingFields.extend({
        id: RowId,
        /** The rated rental; by default the latest one that can be rated. */
        reservation: PublicId.optional(),
      }),
    )
    .output(z.object({ reservation: PublicId, score: z.int(), rating: Rating })),
}
