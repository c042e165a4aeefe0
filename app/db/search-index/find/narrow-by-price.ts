import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { lowestBit, rowsIn } from '../fleet/bits.ts'
import type { Found, Part } from './found.ts'
import { FEW, type Narrowed, type Span } from './narrowed.ts'
import { type PriceCounts, type PriceList, pricesIn } from './price-counts.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion; prices: PriceCounts }

/** Vehicles of some prices; `isOne`: of one. */
type Priced = Narrowed & { isOne: boolean }

/**
 * Leaves those among which the wanted places are: how many have each price says at which prices these are. Few of several prices, or those of
 * each price that is at an end of the wanted ones, in the order.
 */
export function narrowByPrice(asked: Asked, { from, to, total }: Span & { total: number }): Priced[] {
  const { found, requested, prices } = asked
  if (requested.ordering === 'cheapest') return narrowAscending(asked, pricesIn(found, prices), { from, to, total })
  const ascending = { from: total - to, to: total - from, total }
  return narrowAscending(asked, pricesIn(found, prices), ascending)
    .reverse()
    .map((some) => ({ ...some, from: some.count - some.to, to: some.count - some.from }))
}

function narrowAscending(asked: Asked, list: PriceList, { total, ...span }: Span & { total: number }): Priced[] {
  const left = narrowList(list, span, total)
  if (left.count <= FEW) return [{ words: keepWith(asked, list, () => true), ...left, isOne: false }]
  const [low, high] = [priceAtPlace(list, left.from), priceAtPlace(list, left.to - 1)]
  const kinds = [
    { isKept: (price: number) => price === low, isOne: true },
    { isKept: (price: number) => price > low && price < high, isOne: false },
    { isKept: (price: number) => price === high && price !== low, isOne: true },
  ]
  let before = countBelow(list, low)
  return kinds.flatMap(({ isKept, isOne }) => {
    const count = countWith(list, isKept)
    const from = Math.max(left.from - before, 0)
    const to = Math.min(left.to - before, count)
    before += count
    return count === 0 ? [] : [{ words: keepWith(asked, list, isKept), from, to, count, isOne }]
  })
}

/** The price that is at a place of the order. */
function priceAtPlace(list: PriceList, place: number): number {
  const prices = [...list.prices.subarray(0, list.size)].sort((one, other) => one - other)
  return prices.find((price) => place < countWith(list, (other) => other <= price)) as number
}

const countBelow = (list: PriceList, price: number) => countWith(list, (other) => other < price)

function countWith({ prices, counts, size }: PriceList, isCounted: (price: number) => boolean): number {
  let count = 0
  for (let at = 0; at < size; at++) if (isCounted(prices[at] as number)) count += counts[at] as number
  return count
}

/** Those of the found vehicles that have some of the prices. */
function keepWith({ found, parts }: Asked, list: PriceList, isKept: (price: number) => boolean): Int32Array {
  const isLeft = flagsFor(found.prices.size)
  for (let at = 0; at < list.size; at++) if (isKept(list.prices[at] as number)) isLeft[list.places[at] as number] = 1
  const words = new Int32Array(found.length)
  for (const part of parts) keepIn(words, isLeft, found.fitting, part)
  return words
}

function keepIn(words: Int32Array, isLeft: Int32Array, fitting: Int32Array, { first, length, pricing }: Part): void {
  const { start, codes } = pricing
  for (let word = 0; word < length; word++) {
    let bits = 0
    for (let rest = fitting[first + word] as number; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest)
      bits |= (isLeft[start + (codes[rowsIn(word) + bit] as number)] as number) << bit
    }
    words[first + word] = bits
  }
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

function flagsFor(size: number): Int32Array {
  if (flags.length < size) flags = new Int32Array(Math.ceil(size * 1.25))
  return flags.fill(0, 0, size)
}
