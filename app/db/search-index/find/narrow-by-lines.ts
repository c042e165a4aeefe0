import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { countBits } from '../fleet/bits.ts'
import { type Fleet, valuesIn } from '../fleet/fleet.ts'
import { AHEAD, type Lines, NOT_BEHIND, RATING, SCORE } from '../fleet/lines.ts'
import type { Found, Part } from './found.ts'
import { FEW, type Narrowed, type Span } from './narrowed.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }
/** Rows with the line's bit come before those without; `last`: of which of these no further line says more. */
type Step = { lineIn: (lines: Lines) => number | undefined; last?: 'with' | 'without' }

/**
 * Leaves those among which the wanted places are, by lines of what they are sorted by: the bits of a number, the highest first, or each value.
 * Each line halves what is left, more or less, and counting tells in which half the wanted ones are.
 */
export function narrowByLines(
  fleet: Fleet,
  { found, parts, requested }: Asked,
  { from, to, total }: Span & { total: number },
): Narrowed {
  let [left, half] = buffersFor(found.length)
  left.set(found.fitting.subarray(0, found.length))
  const span = { from, to, count: total }
  for (const { lineIn, last } of stepsOf(fleet, requested)) {
    if (span.count <= FEW) break
    const count = share(parts, left, half, lineIn)
    if (span.to <= count) {
      ;[left, half] = [half, left]
      span.count = count
      if (last === 'with') break
    } else if (span.from >= count) {
      for (let word = 0; word < found.length; word++) left[word] = (left[word] as number) & ~(half[word] as number)
      span.from -= count
      span.to -= count
      span.count -= count
      if (last === 'without') break
      // The wanted ones are on both sides.
    } else break
  }
  return { words: left, from: span.from, to: span.to }
}

/** Writes which rows have the line's bit. Returns how many. */
function share(parts: readonly Part[], left: Int32Array, into: Int32Array, lineIn: Step['lineIn']): number {
  let count = 0
  for (const { block, first, length } of parts) {
    const { bits, words } = block.lines
    const line = lineIn(block.lines)
    if (line === undefined) into.fill(0, first, first + length)
    else
      for (let word = 0; word < length; word++) {
        const both = (left[first + word] as number) & (bits[line * words + word] as number)
        into[first + word] = both
        if (both !== 0) count += countBits(both)
      }
  }
  return count
}

function stepsOf(fleet: Fleet, { ordering, city, pinnedOnly }: AdQuestion): Step[] {
  const ofScore = stepsOfNumber(SCORE)
  if (ordering === 'rating') return stepsOfNumber(RATING)
  if (ordering === 'newest') return [...stepsOfYears(fleet), ...ofScore]
  const arePinsFirst = city !== undefined || pinnedOnly
  if (!arePinsFirst) return ofScore
  return [{ lineIn: () => AHEAD, last: 'with' }, { lineIn: () => NOT_BEHIND, last: 'without' }, ...ofScore]
}

function stepsOfNumber({ first, bits }: { first: number; bits: number }): Step[] {
  return Array.from({ length: bits }, (_, bit) => ({ lineIn: () => first + bit }))
}

/** The newest first. */
function stepsOfYears(fleet: Fleet): Step[] {
  const years = [...valuesIn(fleet, 'year').entries()].sort(([, one], [, other]) => (other as number) - (one as number))
  return years.map(([code]) => ({ lineIn: (lines) => lines.of.year.lineOf[code] }))
}

/** Used again by the next search. */
let buffers = [new Int32Array(0), new Int32Array(0)] as const

function buffersFor(length: number) {
  if (buffers[0].length < length) buffers = [new Int32Array(length), new Int32Array(length)]
  return buffers
}
