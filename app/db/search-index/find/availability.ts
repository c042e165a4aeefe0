import type { Block } from '../fleet/block.ts'
import { hasQuarters, linesOf, QUARTER_MINUTES, wordsFor } from '../fleet/calendar.ts'

/** Rows by bit, in words of 32: those that are free at a time, and those whose ranges say whether they are. */
export type Candidates = { free: Int32Array; unsure: Int32Array }

const ALL = -1

/** All rows of a block. */
export function allRows({ size }: Block, { free, unsure }: Candidates): void {
  const words = wordsFor(size)
  unsure.fill(0, 0, words)
  free.fill(ALL, 0, words)
  free[words - 1] = bitsBefore(size)
}

/**
 * Those rows that may be free from minute `start` to minute `end` and for their gap after it, of at most `longestGap` minutes. A row is
 * taken if it is so on any quarter of a day between these, and free if it is so on these and on the ones at both ends, without holds.
 */
export function freeRows(
  { calendar, size }: Block,
  { start, end, longestGap }: { start: number; end: number; longestGap: number },
  { free, unsure }: Candidates,
): void {
  const from = Math.ceil(start / QUARTER_MINUTES)
  const inner = { from, to: Math.max(Math.floor(end / QUARTER_MINUTES), from) }
  const all = { from: Math.floor(start / QUARTER_MINUTES), to: Math.ceil((end + longestGap) / QUARTER_MINUTES) }
  const taken = linesOf(calendar, inner).taken
  const before = linesOf(calendar, { from: all.from, to: inner.from })
  const after = linesOf(calendar, { from: inner.to, to: all.to })
  const maybe = [...before.taken, ...after.taken, ...linesOf(calendar, all).holds]
  const isKnown = hasQuarters(calendar, all)
  const words = wordsFor(size)
  const { lines } = calendar
  for (let word = 0; word < words; word++) {
    const rows = word < words - 1 ? ALL : bitsBefore(size)
    const left = rows & ~marked(lines, taken, word)
    const doubtful = left === 0 || !isKnown ? left : left & marked(lines, maybe, word)
    free[word] = left & ~doubtful
    unsure[word] = doubtful
  }
}

/** The rows of a word that any of some lines marks. */
function marked(lines: Int32Array, starts: readonly number[], word: number): number {
  let bits = 0
  for (let at = 0; at < starts.length && bits !== ALL; at++) bits |= lines[(starts[at] as number) + word] as number
  return bits
}

/** The bits of the last word's rows. */
function bitsBefore(size: number): number {
  const rest = size & 31
  return rest === 0 ? ALL : (1 << rest) - 1
}
