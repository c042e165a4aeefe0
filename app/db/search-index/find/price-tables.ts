import type { RentalPlan } from '#app/db/prices/rental-plans.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { rentPrice, type Tier, tierOf, WHOLE_SHARE } from '#app/rules/money/price.ts'
import type { Fleet } from '../fleet/fleet.ts'

type Plan = Pick<RentalPlan, 'days' | 'shares'>
type Asked = { from: CurrencyCode; to: CurrencyCode; rate: number; plan: Plan }

/**
 * Day prices as shown, by the code of the tier's price (`Fleet.amounts`): each is computed by the price function when it is first
 * needed, once for all vehicles with that price.
 */
export type PriceTable = { tier: Tier; shown: Float64Array; amounts: readonly number[]; asked: Asked }
export type PriceTables = (fleet: Fleet, asked: Asked) => PriceTable

/** How many prices are kept from one search to the next, of all tables together. */
const MOST_PRICES = 500_000

/** Tables that are kept from one search to the next, the oldest dropped first. */
export function createPriceTables(): PriceTables {
  const tables = new Map<string, PriceTable>()
  let kept = 0
  return ({ amounts }, asked) => {
    const key = keyOf(asked)
    const known = tables.get(key)
    const tier = tierOf(asked.plan.days)
    const { values } = amounts[tier]
    if (known && known.shown.length >= values.length) return known
    const shown = new Float64Array(values.length + SPARE)
    if (known) shown.set(known.shown)
    const table = { tier, shown, amounts: values, asked }
    tables.delete(key)
    tables.set(key, table)
    kept += shown.length - (known?.shown.length ?? 0)
    for (const [oldest, { shown: dropped }] of tables) {
      if (kept <= MOST_PRICES) break
      tables.delete(oldest)
      kept -= dropped.length
    }
    return table
  }
}

/** Room for prices that are new. */
const SPARE = 64

/**
 * The tables of a search, one behind the other: a vehicle's price has a place in it, so that prices are counted as numbers of places and
 * computed once for each. `shown` is 0 where nobody has asked yet.
 */
export type SearchPrices = {
  tables: PriceTable[]
  starts: number[]
  shown: Float64Array
  /** What a filter says of the prices; 0 where nobody has asked yet. */
  verdicts: Uint8Array
  size: number
  /** Of lists of tables, which are those of many blocks. */
  known: Map<readonly PriceTable[], Places>
}

/** Where the places of some tables begin, and their tier, if it is one. */
type Places = { starts: Int32Array; tier: Tier | null }

export const noPrices = (): SearchPrices => ({
  ...{ tables: [], starts: [], shown: new Float64Array(0), verdicts: new Uint8Array(0), size: 0 },
  known: new Map(),
})

/** Forgets the tables of the former search. */
export function clearPrices(prices: SearchPrices): void {
  prices.tables = []
  prices.starts = []
  prices.size = 0
  prices.known.clear()
}

export function placesOf(prices: SearchPrices, tables: readonly PriceTable[]): Places {
  const known = prices.known.get(tables)
  if (known) return known
  const starts = Int32Array.from(tables.map((table) => startOf(prices, table)))
  const [tier, another] = new Set(tables.map(({ tier }) => tier))
  const places = { starts, tier: tier && !another ? tier : null }
  prices.known.set(tables, places)
  return places
}

/** Where the places of a table begin, which are those of its codes. */
function startOf(prices: SearchPrices, table: PriceTable): number {
  const known = prices.tables.indexOf(table)
  if (known >= 0) return prices.starts[known] as number
  const start = prices.size
  prices.size += table.shown.length
  if (prices.shown.length < prices.size) {
    const larger = new Float64Array(2 * prices.size)
    larger.set(prices.shown)
    prices.shown = larger
    const verdicts = new Uint8Array(2 * prices.size)
    verdicts.set(prices.verdicts)
    prices.verdicts = verdicts
  }
  prices.verdicts.fill(0, start, prices.size)
  prices.shown.set(table.shown, start)
  prices.tables.push(table)
  prices.starts.push(start)
  return start
}

/** The price at a place. */
export function priceAt(prices: SearchPrices, place: number): number {
  const known = prices.shown[place] as number
  return known > 0 ? known : firstPriceAt(prices, place)
}

function firstPriceAt({ tables, starts, shown }: SearchPrices, place: number): number {
  const at = starts.findLastIndex((start) => start <= place)
  const price = computed(tables[at] as PriceTable, place - (starts[at] as number))
  shown[place] = price
  return price
}

function computed({ shown, amounts, asked }: PriceTable, code: number): number {
  const { from, to, rate, plan } = asked
  const amount = amounts[code] as number
  const tiers = { p1: amount, p3: amount, p7: amount, p14: amount, p30: amount }
  const price = rentPrice({ days: plan.days, shares: plan.shares, tiers, from, to, rate }).per_day
  shown[code] = price
  return price
}

/** Days at the whole price have the same price in a tier, however many they are. */
function keyOf({ from, to, rate, plan: { days, shares } }: Asked): string {
  const [only, another] = shares
  const isWhole = only?.share === WHOLE_SHARE && !another
  const lengths = isWhole ? tierOf(days) : `${days} ${shares.map(({ days: some, share }) => `${some}:${share}`)}`
  return `${from} ${to} ${rate} ${lengths}`
}
