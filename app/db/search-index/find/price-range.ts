import { MOST_BARS, type Prices, stepsOf } from '#app/db/ad-search/prices.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { PriceList } from './price-counts.ts'

/** Lowest and highest price and the histogram's bars, as `priceQueries` computes them in SQL; null without vehicles. */
export function priceRange({ prices, counts, size }: PriceList, currency: CurrencyCode): Prices | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 0; at < size; at++) {
    const price = prices[at] as number
    if (price < low) low = price
    if (price > high) high = price
  }
  const step = stepsOf(currency).find(
    (size) => Math.floor(high / size) + (high % size > 0 ? 1 : 0) - Math.floor(low / size) <= MOST_BARS,
  )
  if (low > high || step === undefined) return null
  const first = Math.floor(low / step)
  const last = Math.max(Math.floor((high - 1) / step), first)
  const bars = new Int32Array(last - first + 1)
  for (let at = 0; at < size; at++) {
    const bar = Math.min(Math.floor((prices[at] as number) / step), last) - first
    bars[bar] = (bars[bar] as number) + (counts[at] as number)
  }
  return {
    min: low,
    max: high,
    step,
    bars: [...bars].flatMap((n, at): [number, number][] => (n > 0 ? [[first + at, n]] : [])),
  }
}
