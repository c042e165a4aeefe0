import type { BusyRanges } from './listing.ts'

/** The ranges of a block's vehicles, as in `BusyRanges`, in pages of fixed size, so that growing copies nothing. */
export type RangePool = {
  pages: Int32Array[]
  /** How many numbers are in use in the last page. */
  filled: number
  /** How many numbers belong to nobody any more. */
  unused: number
}

const PAGE_BITS = 13
const PAGE_SIZE = 1 << PAGE_BITS
const FIRST_PAGE_SIZE = 256

export const NO_RANGES = new Int32Array(0)

export const emptyPool = (): RangePool => ({ pages: [], filled: 0, unused: 0 })

/** Stores ranges, and returns where. */
export function storeRanges(pool: RangePool, numbers: BusyRanges['ranges']): number {
  const { length } = numbers
  const page = pageWith(pool, length)
  page.set(numbers, pool.filled)
  const at = ((pool.pages.length - 1) << PAGE_BITS) + pool.filled
  pool.filled += length
  return at
}

/** Whether so much is unused that the pool should be written anew. */
export function isWasteful({ pages, filled, unused }: RangePool): boolean {
  const used = (pages.length - 1) * PAGE_SIZE + filled
  return unused > PAGE_SIZE && unused * 2 > used
}

/** The numbers of some ranges that are stored at a place. */
export function rangesAt({ pages }: RangePool, at: number, count: number): Int32Array {
  // A vehicle without ranges has no place, and the pool may have no page.
  if (count === 0) return NO_RANGES
  const first = at & (PAGE_SIZE - 1)
  return (pages[at >>> PAGE_BITS] as Int32Array).subarray(first, first + 2 * count)
}

/** Whether the first range that ends after `start` begins at `end` or later, or there is none. */
export function isFreeAt(
  { pages }: RangePool,
  at: number,
  count: number,
  { start, end }: { start: number; end: number },
): boolean {
  if (count === 0) return true
  const page = pages[at >>> PAGE_BITS] as Int32Array
  const first = at & (PAGE_SIZE - 1)
  const low = endsBefore(page, first, count, start)
  return low === count || (page[first + 2 * low] as number) >= end
}

/**
 * How many of the ranges, which are in order of their ends, end at `start` or before. Halving without a branch: where it goes is as good as
 * random, and a processor that guesses wrong waits for the memory of each vehicle before it asks for the next one's.
 */
function endsBefore(page: Int32Array, first: number, count: number, start: number): number {
  let low = 0
  for (let left = count; left > 0; ) {
    const half = (left + 1) >>> 1
    // All bits are set if the range ends at `start` or before, none otherwise: minutes have 31 bits.
    low += half & (((page[first + 2 * (low + half) - 1] as number) - start - 1) >> 31)
    left -= half
  }
  return low
}

/**
 * The page that has room for this many numbers, the last one. The first one grows, so that small blocks stay small; more than fit into a
 * page get one of their own.
 */
function pageWith(pool: RangePool, length: number): Int32Array {
  const { pages, filled } = pool
  const last = pages.at(-1)
  if (last && filled + length <= last.length) return last
  if (last && last.length < PAGE_SIZE) {
    const larger = new Int32Array(Math.min(PAGE_SIZE, Math.max(2 * last.length, filled + length)))
    if (filled + length <= larger.length) {
      larger.set(last.subarray(0, filled))
      pages[pages.length - 1] = larger
      return larger
    }
  }
  const size = Math.max(last ? PAGE_SIZE : FIRST_PAGE_SIZE, length)
  const page = new Int32Array(size)
  if (last) pool.unused += last.length - filled
  pages.push(page)
  pool.filled = 0
  return page
}
