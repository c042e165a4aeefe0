import { bitsOfRows } from '../fleet/bits.ts'
import type { Block } from '../fleet/block.ts'
import { EIGHTH_MINUTES, hasEighths, linesOf } from '../fleet/calendar.ts'
import { lineOfGaps } from '../fleet/lines.ts'

/** Words of a block's rows; `doubtful` has the bits of those whose ranges say whether they are free. */
type Into = { open: Int32Array; doubtful: Int32Array; length: number }

/** All rows of a block. */
export function allRows({ size }: Block, { open, doubtful, length }: Into): void {
  doubtful.fill(0, 0, length)
  for (let word = 0; word < length; word++) open[word] = bitsOfRows(word, size)
}

/**
 * The lines of a calendar that say whether rows are free for a search's time.
 * @property taken rows that are taken in any of these are not free
 * @property maybe rows of these may be taken: all of them, or with `gaps` only those that need so long a gap after a rental
 * @property isKnown whether calendars reach over the whole time
 */
export type AskedLines = { taken: readonly number[]; maybe: readonly Maybe[]; isKnown: boolean }
type Maybe = { line: number; gaps: number | null }

/**
 * Those rows that may be free, but for holds. A row is taken if it is so in any eighth of a day between pick-up and return, and free if it is so
 * in these and in the ones at both ends.
 */
export function freeRows(
  { calendar, size, lines: facts }: Block,
  { taken, maybe, isKnown }: AskedLines,
  { open, doubtful, length }: Into,
): void {
  const { lines, words } = calendar
  for (let word = 0; word < length; word++) open[word] = bitsOfRows(word, size)
  const starts = taken.map((line) => line * words)
  for (let at = 0; at < starts.length; at += TOGETHER) dropLines(open, lines, starts.slice(at, at + TOGETHER), length)
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

/** The lines of a rental from minute `start` to minute `end` and of the gap after it, of at most `longestGap` minutes. */
export function linesFor(
  firstDay: number,
  { start, end, longestGap }: { start: number; end: number; longestGap: number },
): AskedLines {
  const from = Math.ceil(start / EIGHTH_MINUTES)
  const inner = { from, to: Math.max(Math.floor(end / EIGHTH_MINUTES), from) }
  const all = { from: Math.floor(start / EIGHTH_MINUTES), to: Math.ceil((end + longestGap) / EIGHTH_MINUTES) }
  const before = linesOf(firstDay, { from: all.from, to: inner.from })
  const maybe = before.map((line): Maybe => ({ line, gaps: null }))
  for (let at = inner.to; at < all.to; at++) {
    const gaps = lineOfGaps(at * EIGHTH_MINUTES - end)
    for (const line of linesOf(firstDay, { from: at, to: at + 1 })) maybe.push({ line, gaps })
  }
  return { taken: linesOf(firstDay, inner), maybe, isKnown: hasEighths(firstDay, all) }
}
