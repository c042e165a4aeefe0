import type { BusyRanges } from './listing.ts'

/**
 * On which quarters of a day (UTC) vehicles are taken, in lines of bits, in each a bit for each row: one line for each quarter, one for
 * each day, and one for the holds of each day that end by themselves, because these may be over. A search reads the lines of its time,
 * and looks at the ranges of few vehicles.
 */
export type Calendar = {
  firstDay: number
  /** The length of a line, in words of 32 rows. */
  words: number
  lines: Int32Array
}

export const QUARTER_MINUTES = 360
const DAY_QUARTERS = 4
/** How far ahead most searches look. Later ones look at ranges. */
const DAYS = 128
const QUARTERS = DAYS * DAY_QUARTERS
/** Where the lines of days and of holds begin. */
const OF_DAYS = QUARTERS
const OF_HOLDS = OF_DAYS + DAYS
const LINES = OF_HOLDS + DAYS
const WORD_BITS = 5

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

/** How many words of 32 rows some rows need. */
export const wordsFor = (rows: number) => (rows + 31) >>> WORD_BITS

/** Marks a row as taken by some ranges, or as free of them. */
export function markRanges(calendar: Calendar, row: number, { count, numbers }: BusyRanges, isTaken: boolean): void {
  const { lines, words } = calendar
  const firstQuarter = calendar.firstDay * DAY_QUARTERS
  const word = row >>> WORD_BITS
  const bit = 1 << (row & 31)
  for (let at = 0; at < 2 * count; at += 2) {
    const begin = numbers[at] as number
    const first = Math.max(Math.floor((begin >> 1) / QUARTER_MINUTES) - firstQuarter, 0)
    const last = Math.min(Math.floor(((numbers[at + 1] as number) - 1) / QUARTER_MINUTES) - firstQuarter, QUARTERS - 1)
    const isHold = (begin & 1) === 1
    for (let quarter = first; quarter <= last && !isHold; quarter++) mark(lines, quarter * words + word, bit, isTaken)
    const days = isHold ? OF_HOLDS : OF_DAYS
    for (let day = first >> 2; day <= last >> 2; day++) mark(lines, (days + day) * words + word, bit, isTaken)
  }
}

function mark(words: Int32Array, at: number, bit: number, isSet: boolean): void {
  words[at] = isSet ? (words[at] as number) | bit : (words[at] as number) & ~bit
}

/** Where the lines of some quarters begin, of whole days where possible, and those of the days' holds. */
export function linesOf(
  { firstDay, words }: Calendar,
  { from, to }: { from: number; to: number },
): { taken: number[]; holds: number[] } {
  const first = Math.max(from - firstDay * DAY_QUARTERS, 0)
  const end = Math.min(to - firstDay * DAY_QUARTERS, QUARTERS)
  const taken: number[] = []
  const holds: number[] = []
  for (let at = first; at < end; ) {
    const isDay = at % DAY_QUARTERS === 0 && at + DAY_QUARTERS <= end
    taken.push((isDay ? OF_DAYS + at / DAY_QUARTERS : at) * words)
    at += isDay ? DAY_QUARTERS : 1
  }
  for (let day = first >> 2; day << 2 < end; day++) holds.push((OF_HOLDS + day) * words)
  return { taken, holds }
}

/** Whether a calendar has all of some quarters. */
export function hasQuarters({ firstDay }: Calendar, { from, to }: { from: number; to: number }): boolean {
  return from >= firstDay * DAY_QUARTERS && to <= firstDay * DAY_QUARTERS + QUARTERS
}
