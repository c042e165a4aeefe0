import { bitsOfRows } from '../fleet/bits.ts'
import type { Block } from '../fleet/block.ts'
import { type Calendar, hasQuarters, linesOf, QUARTER_MINUTES, quarterIn } from '../fleet/calendar.ts'
import { BEGINS, ENDS, eachList, MINUTE_BITS, MINUTES_OF } from '../fleet/edges.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Lines, lineOfGaps } from '../fleet/lines.ts'
import { gapOf } from '../fleet/row-lines.ts'

/** Words of a block's rows; `doubtful` has the bits of those whose ranges say whether they are free. */
type Into = { open: Int32Array; doubtful: Int32Array; length: number }

/** All rows of a block. */
export function allRows({ size }: Block, { open, doubtful, length }: Into): void {
  doubtful.fill(0, 0, length)
  for (let word = 0; word < length; word++) open[word] = bitsOfRows(word, size)
}

/**
 * What of a calendar says whether rows are free for a search's time.
 * @property taken rows that are taken in any of these lines are not free
 * @property pickUp the quarter in the middle of which the time begins: rows are free there if they are from `minute` on
 * @property atReturn the quarter of the return: rows are free there if they are until `minute`, and until their gap is over
 * @property maybe rows that are taken in any of these lines may be free, which their ranges say: all of them, or with `gaps` only those that
 *   need so long a gap after a rental
 * @property isKnown whether calendars reach over the whole time
 */
export type AskedLines = {
  taken: readonly number[]
  pickUp: Moment | null
  atReturn: (Moment & { gaps: number | null; longestGap: number }) | null
  maybe: readonly Maybe[]
  isKnown: boolean
}
/** A quarter of a day, which is the number of its line, and a minute from its begin. */
type Moment = { quarter: number; minute: number }
type Maybe = { line: number; gaps: number | null }

/** Those rows that may be free, but for holds. */
export function freeRows(fleet: Fleet, block: Block, asked: AskedLines, { open, doubtful, length }: Into): void {
  const { calendar, size, lines: facts } = block
  const { lines, words } = calendar
  const { taken, maybe, isKnown, pickUp, atReturn } = asked
  for (let word = 0; word < length; word++) open[word] = bitsOfRows(word, size)
  const starts = taken.map((line) => line * words)
  for (let at = 0; at < starts.length; at += TOGETHER) dropLines(open, lines, starts.slice(at, at + TOGETHER), length)
  // For a moment, those that are taken in a quarter.
  const busy = doubtful
  if (pickUp) {
    copyLine(busy, calendar, pickUp.quarter, length)
    keepBusyAfter(calendar, pickUp, busy)
    drop(open, busy, length)
  }
  if (atReturn) {
    copyLine(busy, calendar, atReturn.quarter, length)
    if (atReturn.gaps !== null) keepConcerned(busy, facts, atReturn.gaps, length)
    keepBusyBefore(fleet, block, atReturn, busy)
    drop(open, busy, length)
  }
  doubtful.fill(isKnown ? 0 : ALL, 0, length)
  for (const { line, gaps } of maybe) {
    const start = line * words
    const ofGaps = gaps === null ? 0 : gaps * facts.words
    const all = gaps === null ? ALL : 0
    for (let word = 0; word < length; word++) {
      const concerned = all | (facts.bits[ofGaps + word] as number)
      doubtful[word] = (doubtful[word] as number) | ((lines[start + word] as number) & concerned)
    }
  }
}

function copyLine(into: Int32Array, { lines, words }: Calendar, line: number, length: number): void {
  const start = line * words
  for (let word = 0; word < length; word++) into[word] = lines[start + word] as number
}

function keepConcerned(busy: Int32Array, { bits, words }: Lines, line: number, length: number): void {
  const start = line * words
  for (let word = 0; word < length; word++) busy[word] = (busy[word] as number) & (bits[start + word] as number)
}

function drop(open: Int32Array, busy: Int32Array, length: number): void {
  for (let word = 0; word < length; word++) open[word] = (open[word] as number) & ~(busy[word] as number)
}

/** Leaves of those that are taken in a quarter the ones that are so after its minute. A branch would be as good as random. */
function keepBusyAfter({ edges }: Calendar, { quarter, minute }: Moment, busy: Int32Array): void {
  eachList(edges, { part: quarter, kind: ENDS }, (items, from, to) => {
    for (let at = from; at < to; at++) {
      const item = items[at] as number
      const row = item >>> MINUTE_BITS
      const word = row >>> 5
      // All bits are set if it is free from this minute on or an earlier one, none otherwise.
      const isFree = ((item & MINUTES_OF) - minute - 1) >> 31
      busy[word] = (busy[word] as number) & ~((1 << (row & 31)) & isFree)
    }
  })
}

/** Leaves of those that are taken in a quarter the ones that are so before its minute, or before their gap after it is over. */
function keepBusyBefore(
  fleet: Fleet,
  { calendar: { edges }, columns }: Block,
  { quarter, minute, longestGap }: NonNullable<AskedLines['atReturn']>,
  busy: Int32Array,
): void {
  eachList(edges, { part: quarter, kind: BEGINS }, (items, from, to) => {
    for (let at = from; at < to; at++) {
      const item = items[at] as number
      const row = item >>> MINUTE_BITS
      const after = (item & MINUTES_OF) - minute
      if (after < 0 || (after < longestGap && after < gapOf(fleet, columns, row))) continue
      const word = row >>> 5
      busy[word] = (busy[word] as number) & ~(1 << (row & 31))
    }
  })
}

const ALL = -1
/** So many lines are read in one loop, because each loop reads and writes what is left. */
const TOGETHER = 4

/** Drops the rows of at least one line, and of at most four. */
function dropLines(
  open: Int32Array,
  lines: Int32Array,
  [a = 0, b = a, c = a, d = a]: readonly number[],
  length: number,
): void {
  for (let word = 0; word < length; word++) {
    const some = (lines[a + word] as number) | (lines[b + word] as number)
    const others = (lines[c + word] as number) | (lines[d + word] as number)
    open[word] = (open[word] as number) & ~(some | others)
  }
}

/** What calendars say of a rental from minute `start` to minute `end` and of the gap after it, of at most `longestGap` minutes. */
export function linesFor(
  firstDay: number,
  { start, end, longestGap }: { start: number; end: number; longestGap: number },
): AskedLines {
  const [from, to] = [Math.ceil(start / QUARTER_MINUTES), Math.floor(end / QUARTER_MINUTES)]
  const all = { from: Math.floor(start / QUARTER_MINUTES), to: Math.ceil((end + longestGap) / QUARTER_MINUTES) }
  const isKnown = hasQuarters(firstDay, all)
  const inQuarter = (quarter: number, minute: number): Moment => ({
    quarter: quarterIn(firstDay, quarter),
    minute: minute - quarter * QUARTER_MINUTES,
  })
  const asked = { taken: linesOf(firstDay, { from, to }), pickUp: null, atReturn: null, isKnown }
  const maybe: Maybe[] = []
  // Few rows need so long a gap that these quarters matter. Of a rental within a quarter, edges do not say enough.
  for (let at = to < from ? all.from : to + 1; at < all.to; at++) {
    const gaps = lineOfGaps(at * QUARTER_MINUTES - end)
    for (const line of linesOf(firstDay, { from: at, to: at + 1 })) maybe.push({ line, gaps })
  }
  if (!isKnown || to < from) return { ...asked, maybe }
  return {
    ...asked,
    maybe,
    pickUp: all.from < from ? inQuarter(all.from, start) : null,
    atReturn: to < all.to ? { ...inQuarter(to, end), gaps: lineOfGaps(to * QUARTER_MINUTES - end), longestGap } : null,
  }
}
