import type { RentalPlan } from '#app/db/prices/rental-plans.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { rentPrice, WHOLE_SHARE } from '#app/rules/money/price.ts'

/** Prices as shown, by the tier's price: each is computed by the price function, and kept until another one needs its place. */
export type PriceTable = { amounts: Float64Array; shown: Float64Array; priceOf: (amount: number) => number }
type Asked = { from: CurrencyCode; to: CurrencyCode; rate: number; plan: Pick<RentalPlan, 'days' | 'shares'> }
export type PriceTables = (asked: Asked) => PriceTable

/** Prices are round numbers, of which many vehicles share each. */
const PLACE_BITS = 12
const MOST_TABLES = 100

/** Tables that are kept from one search to the next, the oldest dropped first. */
export function createPriceTables(): PriceTables {
  const tables = new Map<string, PriceTable>()
  return (asked) => {
    const key = keyOf(asked)
    const table = tables.get(key) ?? {
      amounts: new Float64Array(1 << PLACE_BITS),
      shown: new Float64Array(1 << PLACE_BITS),
      priceOf: pricing(asked),
    }
    tables.delete(key)
    tables.set(key, table)
    const [oldest] = tables.keys()
    if (tables.size > MOST_TABLES && oldest !== undefined) tables.delete(oldest)
    return table
  }
}

/** An odd number near 2³² divided by the golden ratio spreads round numbers evenly. */
const SPREAD = 0x9e3779b1

/** The price of an amount, which is above 0. */
export function shownAt({ amounts, shown, priceOf }: PriceTable, amount: number): number {
  const place = Math.imul(amount | 0, SPREAD) >>> (32 - PLACE_BITS)
  if (amounts[place] === amount) return shown[place] as number
  const price = priceOf(amount)
  amounts[place] = amount
  shown[place] = price
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
