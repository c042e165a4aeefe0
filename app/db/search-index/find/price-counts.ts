import { lowestBit, rowsIn } from '../fleet/bits.ts'
import { type Found, failingAt, type Part } from './found.ts'
import { priceAt } from './price-tables.ts'

/** How many vehicles have the price of each place. */
export type PriceCounts = Int32Array
/** Prices that vehicles have, with how many have them, and their places; the same price may be there again. */
export type PriceList = { prices: Float64Array; counts: Int32Array; places: Int32Array; size: number }

/** Of the vehicles that fail no filter. */
export function countPrices(found: Found, parts: readonly Part[]): PriceCounts {
  const counts = countsFor(found.prices.size)
  for (const part of parts) addRows(counts, part, found.fitting, part.first)
  return counts
}

/** Adds the vehicles that fail the price alone. */
export function addOtherPrices(counts: PriceCounts, found: Found, parts: readonly Part[]): void {
  const start = failingAt(found, 'price')
  if (start !== undefined) for (const part of parts) addRows(counts, part, found.failing, start + part.first)
}

/** Adds those of a part whose bits are set in words that begin at a place. */
function addRows(counts: PriceCounts, { length, pricing }: Part, words: Int32Array, at: number): void {
  const { start, codes } = pricing
  for (let word = 0; word < length; word++)
    for (let rest = words[at + word] as number; rest !== 0; rest &= rest - 1) {
      const place = start + (codes[rowsIn(word) + lowestBit(rest)] as number)
      counts[place] = (counts[place] as number) + 1
    }
}

/** The prices that are counted. */
export function pricesIn({ prices }: Found, counts: PriceCounts): PriceList {
  const list = listFor(prices.size)
  list.size = 0
  for (let place = 0; place < prices.size; place++) {
    const count = counts[place] as number
    if (count === 0) continue
    list.prices[list.size] = priceAt(prices, place)
    list.counts[list.size] = count
    list.places[list.size] = place
    list.size += 1
  }
  return list
}

/** Used again by the next search. */
let counts = new Int32Array(0)
let list: PriceList = { prices: new Float64Array(0), counts: new Int32Array(0), places: new Int32Array(0), size: 0 }

function countsFor(size: number): PriceCounts {
  if (counts.length < size) counts = new Int32Array(Math.ceil(size * 1.25))
  return counts.fill(0, 0, size)
}

function listFor(size: number): PriceList {
  if (list.counts.length < size) {
    const room = Math.ceil(size * 1.25)
    list = { prices: new Float64Array(room), counts: new Int32Array(room), places: new Int32Array(room), size: 0 }
  }
  return list
}
