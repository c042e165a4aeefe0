import { MOST_BARS, type Prices, stepsOf } from '#app/db/ad-search/prices.ts'
import { bitOf } from '#app/db/ad-search/question.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { Found } from './fit.ts'
import { priceAt } from './price-tables.ts'

/** Lowest and highest price and the histogram's bars, as `priceQueries` computes them in SQL; null without vehicles. */
export function priceRange(found: Found, currency: CurrencyCode): Prices | null {
  const prices = differentPrices(found)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const price of prices.keys()) {
    if (price < low) low = price
    if (price > high) high = price
  }
  const step = stepsOf(currency).find(
    (size) => Math.floor(high / size) + (high % size > 0 ? 1 : 0) - Math.floor(low / size) <= MOST_BARS,
  )
  if (low > high || step === undefined) return null
  const first = Math.floor(low / step)
  const last = Math.max(Math.floor((high - 1) / step), first)
  const counts = new Int32Array(last - first + 1)
  for (const [price, count] of prices) {
    const bar = Math.min(Math.floor(price / step), last) - first
    counts[bar] = (counts[bar] as number) + count
  }
  const bars = [...counts].flatMap((n, at): [number, number][] => (n > 0 ? [[first + at, n]] : []))
  return { min: low, max: high, step, bars }
}

const PRICE = bitOf('price')

/** How many vehicles that fail no filter, or only the price, have each price. */
function differentPrices({ places, masks, size, prices }: Found): Map<number, number> {
  const counts = new Int32Array(prices.size)
  for (let at = 0; at < size; at++) {
    if (masks[at] !== 0 && masks[at] !== PRICE) continue
    const place = places[at] as number
    counts[place] = (counts[place] as number) + 1
  }
  const found = new Map<number, number>()
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] as number
    if (count === 0) continue
    const price = priceAt(prices, place)
    found.set(price, (found.get(price) ?? 0) + count)
  }
  return found
}
