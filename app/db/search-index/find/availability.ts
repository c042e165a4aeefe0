import type { Block } from '../fleet/block.ts'
import { hasQuarters, linesOf, QUARTER_MINUTES, wordsFor } from '../fleet/calendar.ts'

/** Rows of a block, one after the other, from a place of `rows` on; `doubtful` has the bits of those whose ranges say whether they are free. */
type Into = { rows: Int32Array; from: number; doubtful: Int32Array }

const ALL = -1

/** All rows of a block. Returns the place behind the last one. */
export function allRows({ size }: Block, { rows, from, doubtful }: Into): number {
  doubtful.fill(0, 0, wordsFor(size))
  const to = from + size
  for (let at = from; at < to; at++) rows[at] = at - from
  return to
}

/**
 * Those rows that may be free from minute `start` to minute `end` and for their gap after it, of at most `longestGap` minutes. A row is
 * taken if it is so on any quarter of a day between these, and free if it is so on these and on the ones at both ends, without holds.
 * Returns the place behind the last one.
 */
export function freeRows(
  { calendar, size }: Block,
  { start, end, longestGap }: { start: number; end: number; longestGap: number },
  { rows, from, doubtful }: Into,
): number {
  const { taken, maybe, isKnown } = linesFor(calendar, { start, end, longestGap })
  const words = wordsFor(size)
  const { lines } = calendar
  let to = from
  for (let word = 0; word < words; word++) {
    const existing = word < words - 1 ? ALL : bitsBefore(size)
    const left = existing & ~marked(lines, taken, word)
    doubtful[word] = left === 0 || !isKnown ? left : left & marked(lines, maybe, word)
    for (let rest = left, bit = 0; rest !== 0; rest ^= bit) {
      bit = rest & (-rest | 0)
      rows[to] = (word << 5) + 31 - Math.clz32(bit)
      to += 1
    }
  }
  return to
}

function linesFor(
  calendar: Block['calendar'],
  { start, end, longestGap }: { start: number; end: number; longestGap: number },
) {
  const from = Math.ceil(start / QUARTER_MINUTES)
  const inner = { from, to: Math.max(Math.floor(end / QUARTER_MINUTES), from) }
  const all = { from: Math.floor(start / QUARTER_MINUTES), to: Math.ceil((end + longestGap) / QUARTER_MINUTES) }
  const before = linesOf(calendar, { from: all.from, to: inner.from })
  const after = linesOf(calendar, { from: inner.to, to: all.to })
  return {
    taken: linesOf(calendar, inner).taken,
    maybe: [...before.taken, ...after.taken, ...linesOf(calendar, all).holds],
    isKnown: hasQuarters(calendar, all),
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
