import { MOST_BARS, type Prices, stepsOf } from '#app/db/ad-search/prices.ts'
import { bitOf } from '#app/db/ad-search/question.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import type { Found } from './fit.ts'

/** Lowest and highest price and the histogram's bars, as `priceQueries` computes them in SQL; null without vehicles. */
export function priceRange({ shown, masks, size }: Found, currency: CurrencyCode): Prices | null {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 0; at < size; at++) {
    if (masks[at] !== 0 && masks[at] !== PRICE) continue
    const price = shown[at] as number
    if (price < low) low = price
    if (price > high) high = price
  }
  const step = stepsOf(currency).find(
    (size) => Math.floor(high / size) + (high % size > 0 ? 1 : 0) - Math.floor(low / size) <= MOST_BARS,
  )
  if (low > high || step === undefined) return null
  const first = Math.floor(low / step)
  const last = Math.max(Math.floor((high - 1) / step), first)
  const counts = new Uint32Array(last - first + 1)
  for (let at = 0; at < size; at++) {
    if (masks[at] !== 0 && masks[at] !== PRICE) continue
    const bar = Math.min(Math.floor((shown[at] as number) / step), last) - first
    counts[bar] = (counts[bar] as number) + 1
  }
  const bars = [...counts].flatMap((n, at): [number, number][] => (n > 0 ? [[first + at, n]] : []))
  return { min: low, max: high, step, bars }
}

const PRICE = bitOf('price')
