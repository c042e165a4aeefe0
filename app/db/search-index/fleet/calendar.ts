import { setBit, wordsFor } from './bits.ts'
import { changeEdges, type Edges, edgesOf, fillEdges, growEdges, type PartsOfDays } from './edges.ts'
import type { BusyRanges } from './listing.ts'

/**
 * In which quarters of a day (UTC) vehicles are taken, in lines of bits, in each a bit for each row: one line for each quarter, one for each
 * day, and one for eight days; and where within a quarter they begin or end to be taken. A search reads the lines of its time and the edges in
 * the quarters of its pick-up and its return, and looks at the ranges of few vehicles. Holds that end by themselves are not in it, because they
 * may be over (`Holds`).
 */
export type Calendar = {
  firstDay: number
  /** The length of a line, in words of 32 rows. */
  words: number
  lines: Int32Array
  edges: Edges
  /** Whether the edges are there; they are not while everything is read. */
  hasEdges: boolean
}

export const QUARTER_MINUTES = 360
const DAY_QUARTERS = 4
/** How far ahead most searches look. Later ones look at ranges. */
const DAYS = 128
const QUARTERS = DAYS * DAY_QUARTERS
/** The shift from quarters to days, and from days to eight of them. */
const TO_DAYS = 2
const TO_EIGHT_DAYS = TO_DAYS + 3
/** Where the lines of days begin, and those of eight days. */
const OF_DAYS = QUARTERS
const OF_EIGHT_DAYS = OF_DAYS + DAYS
const LINES = OF_EIGHT_DAYS + (QUARTERS >> TO_EIGHT_DAYS)

/** @param hasEdges false if `addEdges` adds those of all rows later */
export function emptyCalendar(firstDay: number, rows: number, hasEdges: boolean): Calendar {
  const words = wordsFor(rows)
  const edges: Edges = []
  growEdges(edges, QUARTERS, rows)
  return { firstDay, words, lines: new Int32Array(LINES * words), edges, hasEdges }
}

/** Adds the edges of all rows, which is much faster for all at once; the iteration has its breaks where others may have their turn. */
export function* addEdges(calendar: Calendar, rows: number, rangesOf: (row: number) => Ranges): Generator<void> {
  const parts = partsOf(calendar)
  for (let at = 0; at < calendar.edges.length; at++) {
    fillEdges(calendar.edges, at, rows, (row) => edgesOf(rangesOf(row), parts))
    yield
  }
  calendar.hasEdges = true
}

function partsOf({ firstDay }: Calendar): PartsOfDays {
  return { first: firstDay * DAY_QUARTERS * QUARTER_MINUTES, parts: QUARTERS, minutes: QUARTER_MINUTES }
}

/** The same for more rows. */
export function growCalendar(calendar: Calendar, rows: number): void {
  const { words, lines, edges } = calendar
  const wider = wordsFor(rows)
  const grown = new Int32Array(LINES * wider)
  for (let line = 0; line < LINES; line++) grown.set(lines.subarray(line * words, (line + 1) * words), line * wider)
  calendar.words = wider
  calendar.lines = grown
  growEdges(edges, QUARTERS, rows)
}

/** Marks a row as taken by some ranges instead of the former ones. */
export function markRanges(calendar: Calendar, row: number, former: Ranges, ranges: Ranges): void {
  if (areEqual(former, ranges)) return
  markLines(calendar, row, former, false)
  markLines(calendar, row, ranges, true)
  if (!calendar.hasEdges) return
  const parts = partsOf(calendar)
  const [old, added] = [edgesOf(former, parts), edgesOf(ranges, parts)]
  changeEdges(calendar.edges, row, without(old, added), false)
  changeEdges(calendar.edges, row, without(added, old), true)
}

type Ranges = BusyRanges['ranges']

function areEqual(one: Ranges, other: Ranges): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** Those pairs that others have not. */
function without(pairs: readonly number[], others: readonly number[]): readonly number[] {
  if (pairs.length === 0 || others.length === 0) return pairs
  const known = new Map<number, number>()
  for (let at = 0; at < others.length; at += 2) known.set(others[at] as number, others[at + 1] as number)
  const left: number[] = []
  for (let at = 0; at < pairs.length; at += 2)
    if (known.get(pairs[at] as number) !== pairs[at + 1]) left.push(pairs[at] as number, pairs[at + 1] as number)
  return left
}

function markLines({ lines, words, firstDay }: Calendar, row: number, ranges: Ranges, isTaken: boolean): void {
  const before = firstDay * DAY_QUARTERS
  const mark = (line: number, from: number, to: number) => {
    for (let at = from; at <= to; at++) setBit(lines, (line + at) * words, row, isTaken)
  }
  for (let at = 0; at < ranges.length; at += 2) {
    const first = Math.max(Math.floor((ranges[at] as number) / QUARTER_MINUTES) - before, 0)
    const last = Math.min(Math.floor(((ranges[at + 1] as number) - 1) / QUARTER_MINUTES) - before, QUARTERS - 1)
    mark(0, first, last)
    mark(OF_DAYS, first >> TO_DAYS, last >> TO_DAYS)
    mark(OF_EIGHT_DAYS, first >> TO_EIGHT_DAYS, last >> TO_EIGHT_DAYS)
  }
}

/** The fewest lines that say what all lines of some quarters of days say: those of eight days, of days and of quarters. */
export function linesOf(firstDay: number, { from, to }: { from: number; to: number }): number[] {
  const end = Math.min(to - firstDay * DAY_QUARTERS, QUARTERS)
  const found: number[] = []
  for (let at = Math.max(from - firstDay * DAY_QUARTERS, 0); at < end; ) {
    const isWhole = ({ shift }: Kind) => at % (1 << shift) === 0 && at + (1 << shift) <= end
    const { first, shift } = KINDS.find(isWhole) as Kind
    found.push(first + (at >> shift))
    at += 1 << shift
  }
  return found
}

type Kind = { first: number; shift: number }
const KINDS: readonly Kind[] = [
  { first: OF_EIGHT_DAYS, shift: TO_EIGHT_DAYS },
  { first: OF_DAYS, shift: TO_DAYS },
  { first: 0, shift: 0 },
]

/** Whether a calendar that begins on a day has all of some quarters of days. */
export function hasQuarters(firstDay: number, { from, to }: { from: number; to: number }): boolean {
  return from >= firstDay * DAY_QUARTERS && to <= firstDay * DAY_QUARTERS + QUARTERS
}

/** Which one a quarter is in a calendar that begins on a day. */
export const quarterIn = (firstDay: number, quarter: number) => quarter - firstDay * DAY_QUARTERS
