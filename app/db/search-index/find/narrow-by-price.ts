import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { lowestBit, rowsIn } from '../fleet/bits.ts'
import type { Found } from './found.ts'
import { FEW, type Narrowed, type Span } from './narrowed.ts'
import { type PriceCounts, type PriceList, pricesIn } from './price-counts.ts'

type Asked = { found: Found; requested: AdQuestion; prices: PriceCounts }

/** Leaves those among which the wanted places are: how many have each price says at which prices these are. */
export function narrowByPrice(
  { found, requested, prices }: Asked,
  { from, to, total }: Span & { total: number },
): Narrowed {
  const isDescending = requested.ordering === 'priciest'
  const list = pricesIn(found, prices)
  const ascending = isDescending ? { from: total - to, to: total - from } : { from, to }
  const left = narrowList(list, ascending, total)
  const isLeft = flagsFor(found.prices.size)
  for (let at = 0; at < list.size; at++) isLeft[list.places[at] as number] = 1
  const words = keepWith(isLeft, found)
  return isDescending ? { words, from: left.count - left.to, to: left.count - left.from } : { words, ...left }
}

function keepWith(isLeft: Int32Array, { fitting, places, length }: Found): Int32Array {
  const words = wordsFor(length)
  for (let word = 0; word < length; word++) {
    let bits = 0
    for (let rest = fitting[word] as number; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest)
      bits |= (isLeft[places[rowsIn(word) + bit] as number] as number) << bit
    }
    words[word] = bits
  }
  return words
}

const BUCKETS = 256
/** Each makes the range of prices so many times narrower, or leaves one. */
const MOST_ROUNDS = 5

/** Leaves the prices of the wanted places, ascending, and few others. Returns the places among what is left, and of how many. */
function narrowList(list: PriceList, { from, to }: Span, total: number): Span & { count: number } {
  const left = { from, to, count: total }
  for (let round = 0; round < MOST_ROUNDS && left.count > FEW; round++) {
    const bucketOf = bucketsOf(list)
    const counts = new Int32Array(BUCKETS)
    for (let at = 0; at < list.size; at++) {
      const bucket = bucketOf(list.prices[at] as number)
      counts[bucket] = (counts[bucket] as number) + (list.counts[at] as number)
    }
    const first = bucketAt(counts, left.from)
    const last = bucketAt(counts, left.to - 1)
    const before = sumOf(counts, 0, first)
    left.from -= before
    left.to -= before
    left.count = sumOf(counts, first, last + 1)
    keepPrices(list, (price) => bucketOf(price) >= first && bucketOf(price) <= last)
  }
  return left
}

function bucketsOf({ prices, size }: PriceList): (price: number) => number {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = 0; at < size; at++) {
    low = Math.min(low, prices[at] as number)
    high = Math.max(high, prices[at] as number)
  }
  return (price) => (high === low ? 0 : Math.floor(((price - low) / (high - low)) * (BUCKETS - 1)))
}

/** The bucket in which a place of the order is. */
function bucketAt(counts: Int32Array, place: number): number {
  let before = 0
  return counts.findIndex((count) => {
    before += count
    return place < before
  })
}

function sumOf(counts: Int32Array, from: number, to: number): number {
  return counts.subarray(from, to).reduce((sum, count) => sum + count, 0)
}

function keepPrices(list: PriceList, isKept: (price: number) => boolean): void {
  const { prices, counts, places } = list
  let size = 0
  for (let at = 0; at < list.size; at++) {
    if (!isKept(prices[at] as number)) continue
    prices[size] = prices[at] as number
    counts[size] = counts[at] as number
    places[size] = places[at] as number
    size += 1
  }
  list.size = size
}

/** Used again by the next search. */
let flags = new Int32Array(0)
let words = new Int32Array(0)

function flagsFor(size: number): Int32Array {
  if (flags.length < size) flags = new Int32Array(Math.ceil(size * 1.25))
  return flags.fill(0, 0, size)
}

function wordsFor(length: number): Int32Array {
  if (words.length < length) words = new Int32Array(length)
  return words
}
