import { type RawBuilder, sql } from 'kysely'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { freeIn } from '#app/db/prices/free.ts'
import { gapOf } from '#app/db/prices/gap.ts'
import { plansFor } from '#app/db/prices/rental-plans.ts'
import { isBookedInTime, leadHoursColumn, pricedAds } from '#app/db/prices/shown-price.ts'
import { BOUND_FILTERS, CODE_FILTERS, type FilterName, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import { type AdQuestion, bitOf, type Filter, type Ordering } from './question.ts'

export type Failures = Map<Filter, RawBuilder<unknown>>

/** For each filter in use, the SQL condition under which a vehicle fails it. `a` is the ad, `shown` its day price. */
export function failures(requested: AdQuestion): Failures {
  const { make, from, to } = requested
  const fails: Failures = new Map()
  const add = (filter: Filter, inUse: unknown, condition: RawBuilder<unknown>) => inUse && fails.set(filter, condition)
  add(
    'brands',
    make.brands.length + make.models.length + make.trims.length,
    sql`not (a.brand_id = any(${make.brands}::int[]) or a.model_id = any(${make.models}::int[]) or coalesce(a.trim_id = any(${make.trims}::int[]), false))`,
  )
  add('types', requested.types.length, sql`a.type_id <> all(${requested.types}::int[])`)
  add('company', requested.companies.length, sql`a.company_id <> all(${requested.companies}::int[])`)
  add(
    'price',
    from !== undefined || to !== undefined,
    sql`a.shown not between ${from ?? 0}::bigint and ${to ?? Number.MAX_SAFE_INTEGER}::bigint`,
  )
  for (const name of CODE_FILTERS) {
    const codes = requested.codes[name]
    add(name, codes.length, sql`${columnOf(name)} <> all(${codes}::text[])`)
  }
  add('vehicle_capacity', requested.capacities.length, sql`least(a.seats, 9) <> all(${requested.capacities}::int[])`)
  for (const name of BOUND_FILTERS) {
    const isBeyond = sql.raw(SEARCH_FILTERS[name].limit === 'least' ? '<' : '>')
    add(name, requested.bounds[name], sql`${columnOf(name)} ${isBeyond} ${requested.bounds[name]}::int`)
  }
  add('properties', requested.properties.length, sql`not a.properties @> ${requested.properties}::text[]`)
  return fails
}

/**
 * The vehicles that fail at most one filter; no count includes the others. Availability is looked up last, and only for
 * these. `offset 0` keeps the planner from computing a mask twice, and `< 1` instead of `= 0` makes it expect many
 * rows instead of few.
 */
export function candidates(
  requested: AdQuestion,
  fails: Failures,
  shut: readonly { company_id: number; city_id: number }[] = [],
): RawBuilder<unknown> {
  const terms = [...fails].map(([filter, failed]) => sql`case when ${failed} then ${sql.lit(bitOf(filter))} else 0 end`)
  const mask = terms.length ? sql.join(terms, sql` + `) : sql`0`
  const counted = sql`a.id, a.unit_group, ${sql.join(COUNTED.map((column) => sql.ref(`a.${column}`)))}, a.shown, case when a.brand_id = any(${requested.modelsOf}::int[]) then a.model_id end as model_id,
    case when a.model_id = any(${requested.trimsOf}::int[]) then a.trim_id end as trim_id`
  const { days } = requested.rental
  const { shown, joins, isAllowed, leadHours } = pricedAds({
    ...requested,
    days,
    plans: plansFor(requested.ruleSets, requested.rental, requested.city),
  })
  const matching = sql`
    select * from (
      select ${counted}, ${orderOf(requested)}, ${mask} as mask, a.city_id, a.gap ${leadHours ? sql`, a.lead_hours` : sql``} from (
        select a.*, ${gapOf('a', 'c')} as gap, ${shown} as shown ${leadHoursColumn(leadHours)} from ad a
        join company c on c.id = a.company_id ${joins}
        where a.category = any(${requested.categories}::int[]) and a.status = ${OFFERED_LITERAL} ${isAllowed}
        ${requested.city === undefined ? sql`` : sql`and a.city_id = ${requested.city}`} ${requested.pinnedOnly ? sql`and a.pinned` : sql``} ${isReached(shut)}
        offset 0
      ) a offset 0
    ) a where a.mask & (a.mask - 1) < 1`
  if (!requested.times) return matching
  return sql`select a.* from (${matching} offset 0) a ${joinTimes(requested.times, requested.city)} where ${freeIn(requested.now)} ${isBookedInTime(leadHours, requested.now)}`
}

/**
 * Units of one group at one price as one, which is the first of them in the order. Whatever filters compare is the same in a group, and
 * so is the mask. Only groups of several are sorted: most vehicles are alone. Source: decisions.md, "Units of one group".
 */
export function folded(fit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with unit as materialized (${fit}),
    several as materialized (select unit_group from unit group by unit_group having count(*) > 1)
    select *, 1::bigint as units from unit where unit_group not in (select unit_group from several)
    union all (
      select distinct on (unit_group, shown) *, count(*) over (partition by unit_group, shown) as units
      from unit where unit_group in (select unit_group from several) order by unit_group, shown, o1, o2, id
    )`
}

/** The columns that facets count; models and trims are counted only where one of their brands or models is chosen. */
const COUNTED = [...new Set(Object.values(SEARCH_FILTERS).map(({ column }) => column))].filter(
  (column) => column !== 'model_id' && column !== 'trim_id',
)

/** Leaves out vehicles of companies all of whose places in the city are closed at the pick-up or at the return. */
function isReached(shut: readonly { company_id: number; city_id: number }[]): RawBuilder<unknown> {
  if (shut.length === 0) return sql``
  return sql`and not exists (
    select from unnest(${shut.map(({ company_id }) => company_id)}::int[], ${shut.map(({ city_id }) => city_id)}::int[])
      as shut(company_id, city_id)
    where shut.company_id = a.company_id and shut.city_id = a.city_id)`
}

function columnOf(name: FilterName): RawBuilder<unknown> {
  return sql.ref(`a.${SEARCH_FILTERS[name].column}`)
}

function joinTimes(times: NonNullable<AdQuestion['times']>, city: AdQuestion['city']): RawBuilder<unknown> {
  const [only] = times
  if (only && only.city === city)
    return sql`cross join (select ${only.start}::timestamptz as start_at, ${only.end}::timestamptz as end_at) w`
  const starts = times.map(({ start }) => start)
  const ends = times.map(({ end }) => end)
  return sql`join unnest(${times.map(({ city }) => city)}::int[], ${starts}::timestamptz[], ${ends}::timestamptz[])
    as w(city_id, start_at, end_at) on w.city_id = a.city_id`
}

/** Two columns to sort by, ascending; ties are sorted by id. */
function orderOf({ ordering, city, pinnedOnly }: AdQuestion): RawBuilder<unknown> {
  // Listings are pinned in their city: those of all cities together would fill the first pages.
  const arePinsFirst = city !== undefined || pinnedOnly
  const [first, second] = ordering === 'recommended' && !arePinsFirst ? BY_SCORE : ORDERS[ordering]
  return sql`${sql.raw(first)}::float8 as o1, ${sql.raw(second)}::float8 as o2`
}

const BY_SCORE = ['-a.score', 'a.id'] as const

const ORDERS: Record<Ordering, [string, string]> = {
  recommended: ['case when a.pinned then coalesce(a.pinned_place, 99) else 100 end', '-a.score'],
  cheapest: ['a.shown', '-a.score'],
  priciest: ['-a.shown', '-a.score'],
  rating: ['-coalesce(a.rating_sum::float8 / nullif(a.rating_count, 0), 0)', '-a.rating_count'],
  newest: ['-a.year', '-a.score'],
}

/** The vehicles that a filter's counts include: those that fail no filter, or only this one. */
export function counts(fails: Failures, filter: Filter): RawBuilder<unknown> {
  return fails.has(filter) ? sql`(mask < 1 or mask = ${sql.lit(bitOf(filter))})` : sql`mask < 1`
}
