import { type RawBuilder, sql } from 'kysely'
import { freeIn } from '../free.ts'
import { shownPrice } from '../shown-price.ts'
import { type AdQuestion, bitOf, type Filter, type Ordering } from './question.ts'

export type Failures = Map<Filter, RawBuilder<unknown>>

/** For each filter in use, when a vehicle fails it. `a` is the ad, `shown` its day price. */
export function failures(asked: AdQuestion): Failures {
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
 * for those only. `offset 0` keeps the planner from computing a mask twice, and `< 1` instead of `= 0` makes it expect many
 * rows, not a few.
 */
export function candidates(asked: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const terms = [...fails].map(([filter, failed]) => sql`case when ${failed} then ${sql.lit(bitOf(filter))} else 0 end`)
  const mask = terms.length ? sql.join(terms, sql` + `) : sql`0`
  const counted = sql`a.id, a.company_id, a.brand_id, a.type_id, a.fuel, a.gearbox, a.trust, a.seats, a.load_capacity, a.year,
    a.properties, a.shown, case when a.brand_id = any(${asked.modelsOf}::int[]) then a.model_id end as model_id,
    case when a.model_id = any(${asked.trimsOf}::int[]) then a.trim_id end as trim_id`
  const matching = sql`
    select * from (
      select ${counted}, ${orderOf(asked.ordering)}, ${mask} as mask, a.city_id, a.turnaround_minutes from (
        select a.*, c.turnaround_minutes, ${shownPrice(asked)} as shown from ad a join company c on c.id = a.company_id
        where a.category = any(${asked.categories}::int[]) and a.status = 1
        ${asked.city === undefined ? sql`` : sql`and a.city_id = ${asked.city}`} ${asked.pinnedOnly ? sql`and a.pinned` : sql``}
        offset 0
      ) a offset 0
    ) a where a.mask & (a.mask - 1) < 1`
  if (!asked.times) return matching
  return sql`select a.* from (${matching} offset 0) a ${joinTimes(asked.times)} where ${freeIn(asked.now)}`
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

/** Which vehicles a filter's counts are about: those that fail nothing, or only this. */
export function counts(fails: Failures, filter: Filter): RawBuilder<unknown> {
  return fails.has(filter) ? sql`(mask < 1 or mask = ${sql.lit(bitOf(filter))})` : sql`mask < 1`
}
