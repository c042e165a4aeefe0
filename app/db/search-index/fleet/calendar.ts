import { setBit, wordsFor } from './bits.ts'
import type { BusyRanges } from './listing.ts'

/**
 * In which eighths of a day (UTC) vehicles are taken, in lines of bits, in each a bit for each row: one line for each eighth, one for each
 * day, and one for eight days. A search reads the lines of its time, and looks at the ranges of few vehicles. Holds that end by themselves are
 * not in it, because they may be over (`Holds`).
 */
export type Calendar = {
  firstDay: number
  /** The length of a line, in words of 32 rows. */
  words: number
  lines: Int32Array
}

export const EIGHTH_MINUTES = 180
const DAY_EIGHTHS = 8
/** How far ahead most searches look. Later ones look at ranges. */
const DAYS = 128
const EIGHTHS = DAYS * DAY_EIGHTHS
/** The shift from eighths to days, and from days to eight of them. */
const BY_EIGHT = 3
/** Where the lines of days begin, and those of eight days. */
const OF_DAYS = EIGHTHS
const OF_EIGHT_DAYS = OF_DAYS + DAYS
const LINES = OF_EIGHT_DAYS + (DAYS >> BY_EIGHT)

export function emptyCalendar(firstDay: number, rows: number): Calendar {
  const words = wordsFor(rows)
  return { firstDay, words, lines: new Int32Array(LINES * words) }
}

/** The same for more rows. */
export function grownCalendar({ firstDay, words, lines }: Calendar, rows: number): Calendar {
  const grown = emptyCalendar(firstDay, rows)
  for (let line = 0; line < LINES; line++)
    grown.lines.set(lines.subarray(line * words, (line + 1) * words), line * grown.words)
  return grown
}

/** Marks a row as taken by some ranges, or as free of them. */
export function markRanges(calendar: Calendar, row: number, ranges: BusyRanges['ranges'], isTaken: boolean): void {
  const { lines, words } = calendar
  const before = calendar.firstDay * DAY_EIGHTHS
  const mark = (line: number, from: number, to: number) => {
    for (let at = from; at <= to; at++) setBit(lines, (line + at) * words, row, isTaken)
  }
  for (let at = 0; at < ranges.length; at += 2) {
    const first = Math.max(Math.floor((ranges[at] as number) / EIGHTH_MINUTES) - before, 0)
    const last = Math.min(Math.floor(((ranges[at + 1] as number) - 1) / EIGHTH_MINUTES) - before, EIGHTHS - 1)
    mark(0, first, last)
    mark(OF_DAYS, first >> BY_EIGHT, last >> BY_EIGHT)
    mark(OF_EIGHT_DAYS, first >> (2 * BY_EIGHT), last >> (2 * BY_EIGHT))
  }
}

/** The fewest lines that say what all lines of some eighths of days say: those of eight days, of days and of eighths. */
export function linesOf(firstDay: number, { from, to }: { from: number; to: number }): number[] {
  const end = Math.min(to - firstDay * DAY_EIGHTHS, EIGHTHS)
  const found: number[] = []
  for (let at = Math.max(from - firstDay * DAY_EIGHTHS, 0); at < end; ) {
    const isWhole = ({ shift }: Kind) => at % (1 << shift) === 0 && at + (1 << shift) <= end
    const { first, shift } = KINDS.find(isWhole) as Kind
    found.push(first + (at >> shift))
    at += 1 << shift
  }
  return found
}

type Kind = { first: number; shift: number }
const KINDS: readonly Kind[] = [
  { first: OF_EIGHT_DAYS, shift: 2 * BY_EIGHT },
  { first: OF_DAYS, shift: BY_EIGHT },
  { first: 0, shift: 0 },
]

/** Whether a calendar that begins on a day has all of some eighths of days. */
export function hasEighths(firstDay: number, { from, to }: { from: number; to: number }): boolean {
  return from >= firstDay * DAY_EIGHTHS && to <= firstDay * DAY_EIGHTHS + EIGHTHS
}
