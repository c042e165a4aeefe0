import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { shutCompanies } from '#app/db/prices/closed-days.ts'
import { usualAt } from '#app/db/prices/rental-plans.ts'
import type { TierPrices } from '#app/rules/money/price.ts'
import { candidates, failures, folded } from './candidates.ts'
import { type ColumnCount, countQuery, type FacetCounts, facetCounts } from './facets.ts'
import { type Prices, priceQueries } from './prices.ts'
import { type AdQuestion, bitOf, FILTERS, type Filter } from './question.ts'

export type FoundAd = TierPrices & {
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
  mileage_per_day: number | null
  fuel_rule: 'FULL_TO_FULL' | 'SAME_TO_SAME' | 'PREPAID'
  pinned: boolean
  pinned_paid: boolean
  rating_sum: number
  rating_count: number
  /** Day price as shown, in the requested currency. */
  shown: number
  /** How many of the same are free at this price. */
  units: number
}

export type FoundAds = {
  total: number
  /** The number of the page in `rows`: the last one when a later one was requested. */
  rows: FoundAd[]
  /** Of all vehicles that pass the filters other than the price. */
  prices: Prices | null
  counts: FacetCounts
  /** When nothing is found: how many would be found without each one of the filters. */
  without: Partial<Record<Filter, number>>
}

/**
 * Finds vehicles: one page of them, how many there are, their price range and the counts of every facet, in one pass
 * and one round trip. Each vehicle of the city and category gets a mask of the filters it fails. Those that fail none are
 * found, units of one group as one; a facet counts those that fail at most its own filter, so that its numbers say what choosing a value would find.
 * Source: data.md, "The hot tables".
 */
export async function searchAds(db: Kysely<DB>, requested: AdQuestion): Promise<FoundAds> {
  const fails = failures(requested)
  const { city, handOvers, now } = requested
  const shut = requested.times ? await shutCompanies(db, { city, handOvers, now }) : []
  const size = sql`${requested.size}::int`
  const { rows } = await sql<{ answer: Answer }>`
    with fit as materialized (${folded(candidates(requested, fails, shut))}),
    masks as (select mask, count(*) as n from fit group by mask),
    found as (select coalesce(sum(n), 0)::int as total from masks where mask = 0),
    page as (
      select id, shown, units, o1, o2 from fit where mask < 1 order by o1, o2, id
      limit ${size}
      offset (select least(${requested.page}::int - 1, (greatest(total, 1) - 1) / ${size}) * ${size} from found)
    ),
    ${priceQueries(requested, fails)},
    counted as (${countQuery(requested, fails)})
    select json_build_object(
      'total', (select total from found),
      'masks', (select json_agg(json_build_array(mask, n)) from masks),
      'rows', (select json_agg(json_build_object(
          'id', a.id, 'category', a.category, 'city_id', a.city_id, 'company_id', a.company_id, 'brand_id', a.brand_id,
          'model_id', a.model_id, 'trim_id', a.trim_id, 'type_id', a.type_id, 'year', a.year, 'colour', a.colour,
          'picture', a.picture, 'gearbox', a.gearbox, 'fuel', a.fuel, 'seats', a.seats, 'load_capacity', a.load_capacity,
          'trust', a.trust, 'guarantee_amount', a.guarantee_amount, 'mileage_per_day', a.mileage_per_day, 'fuel_rule', a.fuel_rule, 'pinned', a.pinned, 'pinned_paid', a.pinned_paid, 'rating_sum', a.rating_sum,
          'rating_count', a.rating_count, 'p1', a.p1, 'p3', a.p3, 'p7', a.p7, 'p14', a.p14, 'p30', a.p30,
          'shown', p.shown, 'units', p.units) order by p.o1, p.o2, p.id)
        from page p join ad a on a.id = p.id),
      'range', (select json_build_array(low, high, step) from step),
      'bars', (select json_agg(json_build_array(bar, n) order by bar) from bars),
      'counts', (select json_agg(json_build_array(col, value, mask, n)) from counted where value is not null)
    ) as answer`.execute(db)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('the search gave no row')
  const { total, range } = answer
  return {
    total,
    rows: answer.rows ?? [],
    prices: range && { min: range[0], max: range[1], step: range[2], bars: answer.bars ?? [] },
    counts: facetCounts(answer.counts ?? []),
    without: total > 0 ? {} : await withoutOne(db, requested, answer.masks ?? []),
  }
}

type Answer = {
  total: number
  masks: [mask: number, count: number][] | null
  rows: FoundAd[] | null
  range: [number, number, number] | null
  bars: [number, number][] | null
  counts: ColumnCount[] | null
}

async function withoutOne(
  db: Kysely<DB>,
  requested: AdQuestion,
  masks: [number, number][],
): Promise<FoundAds['without']> {
  const counts = FILTERS.flatMap((filter): [Filter, number][] => {
    const count = masks.find(([mask]) => mask === bitOf(filter))?.[1]
    return count ? [[filter, count]] : []
  })
  const atAnyTime = requested.times
    ? await countAds(db, { ...requested, times: null, rental: usualAt(requested.now) })
    : 0
  return { ...Object.fromEntries(counts), ...(atAnyTime > 0 && { dates: atAnyTime }) }
}

async function countAds(db: Kysely<DB>, requested: AdQuestion): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${folded(candidates(requested, failures(requested)))}) fit where mask = 0`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
