import { setBit, wordsFor } from './bits.ts'
import type { BusyRanges } from './listing.ts'

/**
 * In which eighths of a day (UTC) vehicles are taken, in lines of bits, in each a bit for each row: one line for each eighth, one for each
 * day, and one for eight days; and lines for the holds of days that end by themselves, because these may be over. A search reads the lines
 * of its time, and looks at the ranges of few vehicles.
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
/** Where the lines of days begin, those of eight days, and the same of holds. */
const OF_DAYS = EIGHTHS
const OF_EIGHT_DAYS = OF_DAYS + DAYS
const OF_HOLDS = OF_EIGHT_DAYS + (DAYS >> BY_EIGHT)
const OF_EIGHT_DAYS_HOLDS = OF_HOLDS + DAYS
const LINES = OF_EIGHT_DAYS_HOLDS + (DAYS >> BY_EIGHT)

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
export function markRanges(calendar: Calendar, row: number, { count, numbers }: BusyRanges, isTaken: boolean): void {
  const { lines, words } = calendar
  const before = calendar.firstDay * DAY_EIGHTHS
  const mark = (line: number, from: number, to: number) => {
    for (let at = from; at <= to; at++) setBit(lines, (line + at) * words, row, isTaken)
  }
  for (let at = 0; at < 2 * count; at += 2) {
    const begin = numbers[at] as number
    const first = Math.max(Math.floor((begin >> 1) / EIGHTH_MINUTES) - before, 0)
    const last = Math.min(Math.floor(((numbers[at + 1] as number) - 1) / EIGHTH_MINUTES) - before, EIGHTHS - 1)
    const isHold = (begin & 1) === 1
    if (!isHold) mark(0, first, last)
    mark(isHold ? OF_HOLDS : OF_DAYS, first >> BY_EIGHT, last >> BY_EIGHT)
    mark(isHold ? OF_EIGHT_DAYS_HOLDS : OF_EIGHT_DAYS, first >> (2 * BY_EIGHT), last >> (2 * BY_EIGHT))
  }
}

/** The lines of some eighths of days, of whole days and of eight of them where possible, and those of the days' holds. */
export function linesOf(
  firstDay: number,
  { from, to }: { from: number; to: number },
): { taken: number[]; holds: number[] } {
  const first = Math.max(from - firstDay * DAY_EIGHTHS, 0)
  const end = Math.min(to - firstDay * DAY_EIGHTHS, EIGHTHS)
  const taken = linesBetween(first, end, [OF_EIGHT_DAYS, OF_DAYS, 0])
  const holds = linesBetween(first >> BY_EIGHT, (end + DAY_EIGHTHS - 1) >> BY_EIGHT, [OF_EIGHT_DAYS_HOLDS, OF_HOLDS])
  return { taken, holds }
}

/**
 * The fewest lines that say what all lines of the last kind between two places say.
 * @param kinds where the lines of each kind begin; one line says as much as eight of the next kind
 */
function linesBetween(from: number, to: number, kinds: readonly number[]): number[] {
  const found: number[] = []
  for (let at = from; at < to; ) {
    const kind = kinds.findIndex((_, kind) => {
      const length = 1 << (BY_EIGHT * (kinds.length - 1 - kind))
      return at % length === 0 && at + length <= to
    })
    const shift = BY_EIGHT * (kinds.length - 1 - kind)
    found.push((kinds[kind] as number) + (at >> shift))
    at += 1 << shift
  }
  return found
}

/** Whether a calendar that begins on a day has all of some eighths of days. */
export function hasEighths(firstDay: number, { from, to }: { from: number; to: number }): boolean {
  return from >= firstDay * DAY_EIGHTHS && to <= firstDay * DAY_EIGHTHS + EIGHTHS
}
