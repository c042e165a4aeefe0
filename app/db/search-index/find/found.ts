import type { Filter } from '#app/db/ad-search/question.ts'
import { hasBit, rowsIn } from '../fleet/bits.ts'
import type { Block } from '../fleet/block.ts'
import { sizeOfGroup } from '../fleet/groups.ts'
import { SEVERAL } from '../fleet/lines.ts'
import { clearPrices, noPrices, priceAt, type SearchPrices } from './price-tables.ts'

/**
 * The vehicles that fail at most one filter, as bits of rows: the words of the first block, of the next one, and so on (`Part`). `failing` has
 * these for each filter in use, one after the other, with the vehicles that fail it alone.
 */
export type Found = {
  fitting: Int32Array
  failing: Int32Array
  filters: readonly Filter[]
  /** How many words all blocks have. */
  length: number
  /** How many of the same a vehicle stands for, by its place: of those whose group has several. */
  units: Int32Array
  /** Room for the places of prices, for parts whose vehicles have several tables (`Pricing`). */
  places: Int32Array
  prices: SearchPrices
}

/** Where the words of a block are, and how its vehicles are priced; `isWhole`: of a group all units are there, or none. */
export type Part = { block: Block; first: number; length: number; pricing: Pricing; isWhole: boolean }

/** A vehicle's price has its place among `SearchPrices` at `start` and what `codes` has for its row. */
export type Pricing = { start: number; codes: Int32Array }

/** Where the price of a row has its place. */
export function placeIn({ start, codes }: Pricing, row: number): number {
  return start + (codes[row] as number)
}

export function priceOf({ prices }: Found, { pricing }: Part, row: number): number {
  return priceAt(prices, placeIn(pricing, row))
}

export function unitsOf(
  { units }: Found,
  { block: { lines, groups, columns }, first, isWhole }: Part,
  row: number,
): number {
  if (isWhole) return sizeOfGroup(groups, columns.group[row] as number)
  return hasBit(lines.bits, SEVERAL * lines.words, row) ? (units[rowsIn(first) + row] as number) : 1
}

/** Where the words of those begin that fail one filter alone; undefined if it is not in use. */
export function failingAt({ filters, length }: Found, filter: Filter): number | undefined {
  const at = filters.indexOf(filter)
  return at < 0 ? undefined : at * length
}

/** Used again by the next search: searches are answered one after the other, and new memory for each would be slower than the search. */
const scratch: Found = {
  ...{ fitting: words(0), failing: words(0), units: words(0), places: words(0) },
  ...{ filters: [], length: 0, prices: noPrices() },
}

/** Room for what is found in some words of rows. */
export function foundFor(length: number, filters: readonly Filter[]): Found {
  if (scratch.fitting.length < length) {
    scratch.fitting = words(length)
    scratch.units = words(rowsIn(length))
    scratch.places = words(rowsIn(length))
  }
  if (scratch.failing.length < length * filters.length) scratch.failing = words(length * filters.length)
  clearPrices(scratch.prices)
  return Object.assign(scratch, { filters, length })
}

function words(length: number): Int32Array {
  return new Int32Array(length)
}
