import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { type Tier, WHOLE_UNIT } from '#app/rules/price.ts'
import { freeIn } from './free.ts'
import type { DB } from './schema.ts'
import { shownPrice } from './shown-price.ts'

export type Ordering = 'recommended' | 'cheapest' | 'priciest' | 'rating' | 'newest'

/** What is searched for, in ids: every list empty and every bound undefined where nothing is asked. */
export type AdQuestion = {
  categories: number[]
  city: number | undefined
  /** When it must be free, in the time of each city that is searched; null without dates. */
  times: { city: number; start: Date; end: Date }[] | null
  now: Date
  tier: Tier
  currency: CurrencyCode
  /** Toman for one euro. */
  rate: number
  /** A vehicle is of one of these brands, models or trims. */
  make: { brands: number[]; models: number[]; trims: number[] }
  types: number[]
  companies: number[]
  /** Day price as shown, in the minor unit of `currency`. */
  from: number | undefined
  to: number | undefined
  fuels: string[]
  gearboxes: string[]
  trusts: string[]
  /** Exactly so many seats; 9 stands for nine or more. */
  capacities: number[]
  suitcases: number | undefined
  seats: number | undefined
  yearFrom: number | undefined
  yearTo: number | undefined
  properties: string[]
  /** Only those that the operator pinned. */
  pinnedOnly: boolean
  /** Whose models, and whose trims, are counted. */
  modelsOf: number[]
  trimsOf: number[]
  ordering: Ordering
  page: number
  size: number
}

/** The filters that a vehicle can fail, each a bit of its mask. `dates` fails while it is taken. */
export const FILTERS = [
  'dates',
  'brands',
  'types',
  'company',
  'price',
  'fuel_type',
  'gearbox_type',
  'trust_type',
  'vehicle_capacity',
  'load_capacity',
  'seats',
  'yearFrom',
  'yearTo',
  'properties',
] as const
export type Filter = (typeof FILTERS)[number]
const bitOf = (filter: Filter) => 2 ** FILTERS.indexOf(filter)

export type FoundAd = {
  id: number
  category: number
  city_id: number
  company_id: number
  brand_id: number
  model_id: number
  trim_id: number | null
  type_id: number
  year: number
  colour: string
  picture: string
  gearbox: 'AUTOMATIC' | 'MANUAL'
  fuel: 'PETROL' | 'DIESEL' | 'HYBRID' | 'ELECTRIC' | 'DUAL_FUEL'
  seats: number
  load_capacity: number
  trust: 'DEPOSIT_FREE' | 'CARD_HOLD' | 'CHEQUE' | 'CASH'
  guarantee_amount: number
  pinned: boolean
  rating_sum: number
  rating_count: number
  /** Day price as shown, in the asked currency. */
  shown: number
}

/** A value of a filter and how many vehicles have it, all other filters holding; keys are `FACETS`'. */
export type FacetCount = [facet: string, value: string, count: number]

export type FoundAds = {
  total: number
  /** The page that is shown, at most the last. */
  page: number
  rows: FoundAd[]
  /** Of everything that the filters but the price let through. Each bar is [its number times `step`, count]. */
  prices: { min: number; max: number; step: number; bars: [number, number][] } | null
  counts: FacetCount[]
  /** How many would be found without one filter. */
  without: Partial<Record<Filter, number>>
}

const MOST_BARS = 16
/** Steps of a histogram, in whole units of a currency. */
const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 2.5, 5].map((nice) => nice * 10 ** power))
  .flat()
  .filter(Number.isInteger)

/**
 * Finds vehicles: one page of them, how many there are, their price range and the counts of every facet, in one pass
 * and one round trip. Each vehicle of the city and category gets a mask of the filters it fails; found are those with
 * none, and a facet counts those that fail at most its own filter, so that it says what choosing a value would give.
 * Source: data.md, "The hot tables".
 */
export async function searchAds(db: Kysely<DB>, asked: AdQuestion): Promise<FoundAds> {
  const fails = failures(asked)
  const { rows } = await sql<{ answer: Answer }>`
    with fit as materialized (${candidates(asked, fails)}),
    masks as (select mask, count(*) as n from fit group by mask),
    found as (select coalesce(sum(n), 0)::int as total from masks where mask = 0),
    page as (
      select id, shown, o1, o2 from fit where mask = 0 order by o1, o2, id
      limit ${asked.size}
      offset (select least(${asked.page}::int - 1, (greatest(total, 1) - 1) / ${asked.size}::int) * ${asked.size}::int from found)
    ),
    ${priceRange(asked, fails)},
    counts as (${facetCounts(asked, fails)})
    select json_build_object(
      'total', (select total from found),
      'masks', (select json_agg(json_build_array(mask, n)) from masks),
      'rows', (select json_agg(json_build_object(
          'id', a.id, 'category', a.category, 'city_id', a.city_id, 'company_id', a.company_id, 'brand_id', a.brand_id,
          'model_id', a.model_id, 'trim_id', a.trim_id, 'type_id', a.type_id, 'year', a.year, 'colour', a.colour,
          'picture', a.picture, 'gearbox', a.gearbox, 'fuel', a.fuel, 'seats', a.seats, 'load_capacity', a.load_capacity,
          'trust', a.trust, 'guarantee_amount', a.guarantee_amount, 'pinned', a.pinned, 'rating_sum', a.rating_sum,
          'rating_count', a.rating_count, 'shown', p.shown) order by p.o1, p.o2, p.id)
        from page p join ad a on a.id = p.id),
      'range', (select json_build_array(low, high, step) from range, step where low is not null),
      'bars', (select json_agg(json_build_array(bar, n) order by bar) from bars),
      'counts', (select json_agg(json_build_array(facet, value, n)) from counts)
    ) as answer`.execute(db)
  return readAnswer(rows[0]?.answer, asked)
}

type Answer = {
  total: number
  masks: [number, number][] | null
  rows: FoundAd[] | null
  range: [number, number, number] | null
  bars: [number, number][] | null
  counts: FacetCount[] | null
}

function readAnswer(answer: Answer | undefined, asked: AdQuestion): FoundAds {
  const total = answer?.total ?? 0
  const without = FILTERS.flatMap((filter) => {
    const n = answer?.masks?.find(([mask]) => mask === bitOf(filter))?.[1]
    return n ? [[filter, total + n]] : []
  })
  return {
    total,
    page: Math.min(asked.page, Math.max(1, Math.ceil(total / asked.size))),
    rows: answer?.rows ?? [],
    prices: answer?.range ? pricesOf(answer.range, answer.bars ?? []) : null,
    counts: answer?.counts ?? [],
    without: Object.fromEntries(without),
  }
}

function pricesOf([min, max, step]: [number, number, number], bars: [number, number][]) {
  return { min, max, step, bars }
}

type Failures = Map<Filter, RawBuilder<unknown>>

/** For each filter in use, when a vehicle fails it. `a` is the ad, `shown` its day price. */
function failures(asked: AdQuestion): Failures {
  const { make, from, to } = asked
  const fails: Failures = new Map()
  const add = (filter: Filter, inUse: unknown, condition: RawBuilder<unknown>) => inUse && fails.set(filter, condition)
  add(
    'brands',
    make.brands.length + make.models.length + make.trims.length,
    sql`not (a.brand_id = any(${make.brands}::int[]) or a.model_id = any(${make.models}::int[]) or coalesce(a.trim_id = any(${make.trims}::int[]), false))`,
  )
  add('types', asked.types.length, sql`a.type_id <> all(${asked.types}::int[])`)
  add('company', asked.companies.length, sql`a.company_id <> all(${asked.companies}::int[])`)
  add(
    'price',
    from !== undefined || to !== undefined,
    sql`a.shown not between ${from ?? 0}::bigint and ${to ?? Number.MAX_SAFE_INTEGER}::bigint`,
  )
  add('fuel_type', asked.fuels.length, sql`a.fuel <> all(${asked.fuels}::text[])`)
  add('gearbox_type', asked.gearboxes.length, sql`a.gearbox <> all(${asked.gearboxes}::text[])`)
  add('trust_type', asked.trusts.length, sql`a.trust <> all(${asked.trusts}::text[])`)
  add('vehicle_capacity', asked.capacities.length, sql`least(a.seats, 9) <> all(${asked.capacities}::int[])`)
  add('load_capacity', asked.suitcases, sql`a.load_capacity < ${asked.suitcases}::int`)
  add('seats', asked.seats, sql`a.seats < ${asked.seats}::int`)
  add('yearFrom', asked.yearFrom, sql`a.year < ${asked.yearFrom}::int`)
  add('yearTo', asked.yearTo, sql`a.year > ${asked.yearTo}::int`)
  add('properties', asked.properties.length, sql`not a.properties @> ${asked.properties}::text[]`)
  return fails
}

/**
 * The vehicles that fail one filter at most; nobody counts the others. Whether a vehicle is free is looked up last,
 * for those only. `offset 0` keeps the planner from computing a mask twice.
 */
function candidates(asked: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const terms = [...fails].map(([filter, failed]) => sql`case when ${failed} then ${sql.lit(bitOf(filter))} else 0 end`)
  const mask = terms.length ? sql.join(terms, sql` + `) : sql`0`
  const counted = sql`a.id, a.company_id, a.brand_id, a.model_id, a.trim_id, a.type_id, a.fuel, a.gearbox, a.trust, a.seats,
    a.load_capacity, a.year, a.properties, a.shown`
  const matching = sql`
    select * from (
      select ${counted}, ${orderOf(asked.ordering)}, ${mask} as mask, a.city_id, a.turnaround_minutes from (
        select a.*, c.turnaround_minutes, ${shownPrice(asked)} as shown from ad a join company c on c.id = a.company_id
        where a.category = any(${asked.categories}::int[]) and a.status = 1
        ${asked.city === undefined ? sql`` : sql`and a.city_id = ${asked.city}`} ${asked.pinnedOnly ? sql`and a.pinned` : sql``}
        offset 0
      ) a offset 0
    ) a where a.mask & (a.mask - 1) = 0`
  if (!asked.times) return matching
  return sql`
    select * from (
      select ${counted}, a.o1, a.o2, case when ${freeIn(asked.now)} then a.mask else a.mask + ${sql.lit(bitOf('dates'))} end as mask
      from (${matching} offset 0) a ${joinTimes(asked.times)} offset 0
    ) a where a.mask & (a.mask - 1) = 0`
}

function joinTimes(times: NonNullable<AdQuestion['times']>): RawBuilder<unknown> {
  const [only, another] = times
  if (only && !another)
    return sql`cross join (select ${only.start}::timestamptz as start_at, ${only.end}::timestamptz as end_at) w`
  const starts = times.map(({ start }) => start)
  const ends = times.map(({ end }) => end)
  return sql`join unnest(${times.map(({ city }) => city)}::int[], ${starts}::timestamptz[], ${ends}::timestamptz[])
    as w(city_id, start_at, end_at) on w.city_id = a.city_id`
}

/** Two columns that sort upwards; equals keep the order of their ids. */
function orderOf(ordering: Ordering): RawBuilder<unknown> {
  const [first, second] = ORDERS[ordering]
  return sql`${sql.raw(first)}::float8 as o1, ${sql.raw(second)}::float8 as o2`
}

const ORDERS: Record<Ordering, [string, string]> = {
  recommended: ['(not a.pinned)::int', '-a.score'],
  cheapest: ['a.shown', '-a.score'],
  priciest: ['-a.shown', '-a.score'],
  rating: ['-coalesce(a.rating_sum::float8 / nullif(a.rating_count, 0), 0)', '-a.rating_count'],
  newest: ['-a.year', '-a.score'],
}

/** Lowest and highest price, the smallest round step that needs few enough bars, and the bars that are not empty. */
function priceRange(asked: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const steps = STEPS.map((step) => step * WHOLE_UNIT[asked.currency])
  return sql`range as (select min(shown) as low, max(shown) as high from fit where ${counts(fails, 'price')}),
    step as (
      select min(s) as step from unnest(${steps}::bigint[]) s, range
      where high / s + (high % s > 0)::int - low / s <= ${sql.lit(MOST_BARS)}
    ),
    bars as (
      select least(shown / step, greatest((high - 1) / step, low / step)) as bar, count(*) as n from fit, range, step
      where ${counts(fails, 'price')} group by 1
    )`
}

/** Which vehicles a filter's counts are about: those that fail nothing, or only this. */
function counts(fails: Failures, filter: Filter): RawBuilder<unknown> {
  return fails.has(filter) ? sql`mask in (0, ${sql.lit(bitOf(filter))})` : sql`mask = 0`
}

function facetCounts(asked: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const count = (facet: string, filter: Filter, value: RawBuilder<unknown>, and = sql`true`) => sql`
    select ${sql.lit(facet)} as facet, (${value})::text as value, count(*) as n
    from fit where ${counts(fails, filter)} and ${and} group by 2`
  const facets = [
    count('brands', 'brands', sql`brand_id`),
    count('types', 'types', sql`type_id`),
    count('company', 'company', sql`company_id`),
    count('fuel_type', 'fuel_type', sql`fuel`),
    count('gearbox_type', 'gearbox_type', sql`gearbox`),
    count('trust_type', 'trust_type', sql`trust`),
    count('vehicle_capacity', 'vehicle_capacity', sql`least(seats, 9)`),
    count('load_capacity', 'load_capacity', sql`load_capacity`),
    count('seats', 'seats', sql`seats`),
    count('yearFrom', 'yearFrom', sql`year`),
    count('yearTo', 'yearTo', sql`year`),
    // A vehicle has all chosen properties: one that lacks any is not found by choosing another.
    sql`select 'properties', property, count(*) from fit, unnest(properties) as property where mask = 0 group by 2`,
  ]
  if (asked.modelsOf.length)
    facets.push(count('models', 'brands', sql`model_id`, sql`brand_id = any(${asked.modelsOf}::int[])`))
  if (asked.trimsOf.length)
    facets.push(
      count('trims', 'brands', sql`trim_id`, sql`trim_id is not null and model_id = any(${asked.trimsOf}::int[])`),
    )
  return sql.join(facets, sql` union all `)
}
