import { lowestBit, rowsIn } from '../fleet/bits.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Found, failingAt, type Part } from './found.ts'
import { priceAt } from './price-tables.ts'

/** How many vehicles have the price of each place. */
export type PriceCounts = Int32Array
/** Prices that vehicles have, with how many have them, and their places; the same price may be there again. */
export type PriceList = { prices: Float64Array; counts: Int32Array; places: Int32Array; size: number }

/** Of the vehicles that fail no filter; and how many of each company there are, as both are known by row. */
export function countPrices(
  { companies }: Fleet,
  found: Found,
  parts: readonly Part[],
): { prices: PriceCounts; companies: Int32Array } {
  const prices = countsFor(found.prices.size)
  const ofCompanies = new Int32Array(companies.values.length)
  const areNoted = failingAt(found, 'price') !== undefined
  for (const part of parts) countPart(part, found, areNoted, prices, ofCompanies)
  return { prices, companies: ofCompanies }
}

function countPart(
  part: Part,
  { fitting, places }: Found,
  areNoted: boolean,
  prices: PriceCounts,
  companies: Int32Array,
): void {
  const { first, length, pricing, block } = part
  const { codes, starts, amounts, only } = pricing
  const { company } = block.columns
  for (let word = 0; word < length; word++) {
    const at = rowsIn(first + word)
    for (let rest = fitting[first + word] as number; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest)
      const row = rowsIn(word) + bit
      const ofCompany = company[row] as number
      companies[ofCompany] = (companies[ofCompany] as number) + 1
      let place = places[at + bit] as number
      if (!areNoted) {
        const code = codes[row] as number
        place = (starts[code] as number) + ((amounts === null ? only : (amounts[code] as Int32Array))[row] as number)
        places[at + bit] = place
      }
      prices[place] = (prices[place] as number) + 1
    }
  }
}

/** Adds the vehicles that fail the price alone. */
export function addOtherPrices(counts: PriceCounts, found: Found, parts: readonly Part[]): void {
  const start = failingAt(found, 'price')
  if (start !== undefined) for (const part of parts) addRows(counts, part, found, found.failing, start + part.first)
}

function addRows(
  counts: PriceCounts,
  { first, length }: Part,
  { places }: Found,
  words: Int32Array,
  start: number,
): void {
  for (let word = 0; word < length; word++) {
    const at = rowsIn(first + word)
    for (let rest = words[start + word] as number; rest !== 0; rest &= rest - 1) {
      const place = places[at + lowestBit(rest)] as number
      counts[place] = (counts[place] as number) + 1
    }
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
