import type { RentalPlan } from '#app/db/prices/rental-plans.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { rentPrice, WHOLE_SHARE } from '#app/rules/money/price.ts'

/**
 * Prices as shown, by the code of the tier's price: each is computed by the price function when it is first needed, and many vehicles
 * share one.
 */
export type PriceTable = { shown: Float64Array; priceOf: (amount: number) => number }
type Asked = { from: CurrencyCode; to: CurrencyCode; rate: number; plan: Pick<RentalPlan, 'days' | 'shares'> }
export type PriceTables = (asked: Asked, amounts: readonly number[]) => PriceTable

/** Of all tables together. */
const MOST_BYTES = 16_000_000

/** Tables that are kept from one search to the next, the oldest dropped first. */
export function createPriceTables(): PriceTables {
  const tables = new Map<string, PriceTable>()
  let bytes = 0
  return (asked, amounts) => {
    const key = keyOf(asked)
    const known = tables.get(key)
    if (known && known.shown.length >= amounts.length) return known
    const shown = new Float64Array(Math.ceil(amounts.length * 1.25)).fill(Number.NaN)
    if (known) shown.set(known.shown)
    const table = { shown, priceOf: known?.priceOf ?? pricing(asked) }
    tables.delete(key)
    tables.set(key, table)
    bytes += shown.byteLength - (known?.shown.byteLength ?? 0)
    for (const [oldest, { shown: dropped }] of tables) {
      if (bytes <= MOST_BYTES || oldest === key) break
      tables.delete(oldest)
      bytes -= dropped.byteLength
    }
    return table
  }
}

/** The price of an amount in a table. */
export function shownAt(table: PriceTable, code: number, amounts: readonly number[]): number {
  const known = table.shown[code] as number
  if (!Number.isNaN(known)) return known
  const price = table.priceOf(amounts[code] as number)
  table.shown[code] = price
  return price
}

function pricing({ from, to, rate, plan: { days, shares } }: Asked): PriceTable['priceOf'] {
  return (amount) => {
    const tiers = { p1: amount, p3: amount, p7: amount, p14: amount, p30: amount }
    return rentPrice({ days, shares, tiers, from, to, rate }).per_day
  }
}

/** Days at the whole price have the same price, however many they are. */
function keyOf({ from, to, rate, plan: { days, shares } }: Asked): string {
  const [only, another] = shares
  const isWhole = only?.share === WHOLE_SHARE && !another
  return `${from} ${to} ${rate} ${isWhole ? '' : `${days} ${shares.map(({ days: some, share }) => `${some}:${share}`)}`}`
}
