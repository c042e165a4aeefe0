import { MOST_BARS, type Prices, stepsOf } from '#app/db/ad-search/prices.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { Found } from './fit.ts'

/** Lowest and highest price and the histogram's bars, as `priceQueries` computes them in SQL; null without vehicles. */
export function priceRange({ shown, size, others }: Found, currency: CurrencyCode): Prices | null {
  const otherShown = shown.subarray(shown.length - others)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  const widen = (prices: Float64Array, length: number) => {
    for (let at = 0; at < length; at++) {
      const price = prices[at] as number
      if (price < low) low = price
      if (price > high) high = price
    }
  }
  widen(shown, size)
  widen(otherShown, others)
  const step = stepsOf(currency).find(
    (size) => Math.floor(high / size) + (high % size > 0 ? 1 : 0) - Math.floor(low / size) <= MOST_BARS,
  )
  if (size + others === 0 || step === undefined) return null
  const first = Math.floor(low / step)
  const last = Math.max(Math.floor((high - 1) / step), first)
  const counts = new Uint32Array(last - first + 1)
  const count = (prices: Float64Array, length: number) => {
    for (let at = 0; at < length; at++) {
      const bar = Math.min(Math.floor((prices[at] as number) / step), last) - first
      counts[bar] = (counts[bar] as number) + 1
    }
  }
  count(shown, size)
  count(otherShown, others)
  const bars = [...counts].flatMap((n, at): [number, number][] => (n > 0 ? [[first + at, n]] : []))
  return { min: low, max: high, step, bars }
}
