import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { lowestBit, rowsIn, setBit, wordsFor } from '../fleet/bits.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { PINNED } from '../fleet/lines.ts'
import { isFreeAt } from '../fleet/range-pool.ts'
import { gapOf } from '../fleet/row-lines.ts'
import { type AskedLines, allRows, freeRows } from './availability.ts'
import type { BlockTerms } from './company-terms.ts'
import { type Found, failingAt, type Part, type Pricing } from './found.ts'
import type { Passing } from './passing.ts'
import { placesOf, priceAt } from './price-tables.ts'
import { foldKept, foldUnits, foldWhole, unitOrderOf, unitsIn } from './units.ts'

/** From when to when a vehicle must be free, in minutes since 1970, and which lines of calendars have this time. */
export type AskedTimes = { start: number; end: number; lines: AskedLines }

type Asked = {
  requested: AdQuestion
  /** In the order of the filters of `Found`, in which the price is the last one. */
  passing: readonly Passing[]
  terms: BlockTerms
  times: AskedTimes | null
  /** Whether only those are wanted that fail no filter. */
  isStrict: boolean
}

/**
 * Finds a block's vehicles that fail at most one filter. Words of 32 rows are joined as long as possible; of the rows that are left, prices are
 * looked at, then the ranges of those about which the calendar is not sure, then whether they are units of one group.
 */
export function findIn(fleet: Fleet, block: Block, first: number, found: Found, asked: Asked): Part {
  const { requested, terms, times } = asked
  const length = wordsFor(block.size)
  const part: Part = { block, first, length, pricing: NO_PRICING, isWhole: false }
  const words = scratchFor(length)
  if (times) freeRows(fleet, block, times.lines, { ...words, length })
  else allRows(block, { ...words, length })
  const { open } = words
  if (requested.pinnedOnly) keepPinned(block, open, length)
  if (terms.isRefused) dropRefused(terms.codes, terms.isRefused, open, length)
  const order = unitOrderOf(requested)
  // Units differ in rules of their own, in when they are taken, and in whether they are pinned.
  const units = terms.codes === block.columns.company ? unitsIn(block, order) : null
  part.isWhole = units !== null && !times && !requested.pinnedOnly
  if (units && part.isWhole) foldWhole(length, open, units)
  judge(part, found, words, asked)
  part.pricing = pricingOf(part, found, terms, open)
  judgePrices(part, found, words, asked)
  if (times) {
    dropTaken(fleet, part, words, times)
    dropHeld(fleet, block, open, { now: requested.now.getTime(), times })
  }
  if (!units) foldUnits(part, found, open, order)
  else if (!part.isWhole) foldKept(part, found, open, units)
  finish(part, found, words)
  return part
}

/** `open`: those that may be found yet; `failed`: those that fail a filter; `twice`: another one, too. */
type Words = { open: Int32Array; failed: Int32Array; twice: Int32Array; doubtful: Int32Array }

/** Used again for the next block. */
let scratch = wordsOf(0)

function scratchFor(length: number): Words {
  if (scratch.open.length < length) scratch = wordsOf(length)
  return scratch
}

function wordsOf(length: number): Words {
  const words = () => new Int32Array(length)
  return { open: words(), failed: words(), twice: words(), doubtful: words() }
}

function keepPinned({ lines }: Block, open: Int32Array, length: number): void {
  for (let word = 0; word < length; word++)
    open[word] = (open[word] as number) & (lines.bits[PINNED * lines.words + word] as number)
}

function dropRefused(codes: Int32Array, isRefused: readonly boolean[], open: Int32Array, length: number): void {
  for (let word = 0; word < length; word++)
    for (let rest = open[word] as number; rest !== 0; rest &= rest - 1)
      if (isRefused[codes[rowsIn(word) + lowestBit(rest)] as number])
        open[word] = (open[word] as number) & ~(rest & (-rest | 0))
}

/** Drops those that fail two filters; `failing` has those that fail one then. */
function judge(
  { block, first, length }: Part,
  { failing, length: all }: Found,
  words: Words,
  { passing, isStrict }: Asked,
) {
  const { open, failed, twice } = words
  failed.fill(0, 0, length)
  twice.fill(0, 0, length)
  for (let at = 0; at < passing.length; at++) {
    const start = at * all + first
    failing.fill(0, start, start + length)
    passing[at]?.add(block, { words: failing, first: start, length })
    for (let word = 0; word < length; word++) {
      const fails = ~(failing[start + word] as number)
      const once = failed[word] as number
      failing[start + word] = fails
      twice[word] = (twice[word] as number) | (once & fails)
      failed[word] = once | fails
    }
  }
  const dropped = isStrict ? failed : twice
  for (let word = 0; word < length; word++) open[word] = (open[word] as number) & ~(dropped[word] as number)
}

/** Verdicts on prices. Comparing each vehicle's would be a branch that is as good as random. */
const FAILS = 1
const PASSES = 2

/** Drops those that fail another filter or, where none may, the price. */
function judgePrices(part: Part, found: Found, { open, failed }: Words, { requested, isStrict }: Asked): void {
  const start = failingAt(found, 'price')
  if (start === undefined) return
  const { first, length } = part
  const { start: firstPlace, codes } = part.pricing
  const { failing, prices } = found
  const { verdicts } = prices
  const [least, most] = [requested.from ?? 0, requested.to ?? Number.MAX_SAFE_INTEGER]
  const judged = (place: number) => {
    const price = priceAt(prices, place)
    const verdict = price < least || price > most ? FAILS : PASSES
    verdicts[place] = verdict
    return verdict
  }
  for (let word = 0; word < length; word++) {
    let fails = 0
    for (let rest = open[word] as number; rest !== 0; rest &= rest - 1) {
      const bit = lowestBit(rest)
      const place = firstPlace + (codes[rowsIn(word) + bit] as number)
      const verdict = (verdicts[place] as number) || judged(place)
      fails |= (verdict & FAILS) << bit
    }
    open[word] = (open[word] as number) & ~(isStrict ? fails : fails & (failed[word] as number))
    failed[word] = (failed[word] as number) | fails
    failing[start + first + word] = fails
  }
}

/** Drops those of the doubtful that are not free, or not for their gap after the rental. */
function dropTaken(
  fleet: Fleet,
  { block: { columns, busy }, length }: Part,
  { open, doubtful }: Words,
  { start, end }: AskedTimes,
): void {
  const wanted = { start, end }
  for (let word = 0; word < length; word++)
    for (let rest = (open[word] as number) & (doubtful[word] as number); rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      wanted.end = end + gapOf(fleet, columns, row)
      if (!isFreeAt(busy, columns.busy[row] as number, columns.busyCount[row] as number, wanted))
        open[word] = (open[word] as number) & ~(rest & (-rest | 0))
    }
}

/** Takes from the open rows those that have a hold that is not over at `now`, in milliseconds. */
function dropHeld(
  fleet: Fleet,
  { columns, holds: { size, rows, begins, ends, until } }: Block,
  open: Int32Array,
  { now, times: { start, end } }: { now: number; times: AskedTimes },
): void {
  const latest = end + fleet.longestGap
  for (let at = 0; at < size; at++) {
    const begin = begins[at] as number
    // It begins before the latest and ends after the start: one branch for both, because most fail one of them.
    if (((begin - latest) & (start - (ends[at] as number))) >= 0 || (until[at] as number) <= now) continue
    const row = rows[at] as number
    if (begin < end + gapOf(fleet, columns, row)) setBit(open, 0, row, false)
  }
}

function finish(
  { first, length }: Part,
  { fitting, failing, filters, length: all }: Found,
  { open, failed }: Words,
): void {
  for (let word = 0; word < length; word++) fitting[first + word] = (open[word] as number) & ~(failed[word] as number)
  for (let at = 0; at < filters.length; at++) {
    const start = at * all + first
    for (let word = 0; word < length; word++)
      failing[start + word] = (failing[start + word] as number) & (open[word] as number)
  }
}

/** Until it is known which vehicles are left. */
const NO_PRICING: Pricing = { start: 0, codes: new Int32Array(0) }

/** Most blocks have one table for all of their companies, so that the codes of its tier's amounts are places in it. */
function pricingOf({ block, first, length }: Part, found: Found, terms: BlockTerms, open: Int32Array): Pricing {
  const { columns, lines } = block
  const { starts, tier } = placesOf(found.prices, terms.tables)
  const companies = lines.of.company_id.codes
  const start = starts[companies[0] as number] as number
  const isOne = terms.codes === columns.company && companies.every((code) => starts[code] === start)
  if (tier && isOne) return { start, codes: columns[tier] }
  const codes = found.places.subarray(rowsIn(first), rowsIn(first + length))
  const amounts = terms.tables.map((table) => columns[table.tier])
  for (let word = 0; word < length; word++)
    for (let rest = open[word] as number; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      const code = terms.codes[row] as number
      codes[row] = (starts[code] as number) + ((amounts[code] as Int32Array)[row] as number)
    }
  return { start: 0, codes }
}
