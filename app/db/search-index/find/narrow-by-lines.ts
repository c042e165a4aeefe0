import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { countBits } from '../fleet/bits.ts'
import { type Fleet, valuesIn } from '../fleet/fleet.ts'
import {
  AHEAD,
  BEYOND_RATING,
  BEYOND_SCORE,
  ID,
  type Lines,
  NOT_BEHIND,
  RATING,
  RATING_COUNT,
  SCORE,
} from '../fleet/lines.ts'
import type { Part } from './found.ts'
import { FEW, type Narrowed } from './narrowed.ts'

/**
 * Rows with the line's bit come before those without.
 * @property end the side of which no further step says more; `some`: no further step says more if any has the bit, and this one says nothing
 */
export type Step = { lineIn: (lines: Lines) => number | undefined; end?: 'with' | 'without' | 'some' }

/**
 * Leaves those among which the wanted places are, by lines of what they are sorted by: the bits of a number, the highest first, or each value.
 * Each line halves what is left, more or less, and a count shows in which half the wanted ones are: in both where there are two in the answer,
 * in their order. What is answered is overwritten by the next call.
 */
export function narrowByLines(parts: readonly Part[], steps: readonly Step[], all: Narrowed): Narrowed[] {
  const length = lengthOf(parts)
  const [words, half] = buffersFor(length)
  words.set(all.words.subarray(0, length))
  return narrow(parts, steps, { ...all, words }, half)
}

function narrow(parts: readonly Part[], steps: readonly Step[], left: Narrowed, room: Int32Array): Narrowed[] {
  const length = lengthOf(parts)
  let half = room
  for (const [at, { lineIn, end }] of steps.entries()) {
    if (left.count <= FEW) break
    const count = share(parts, left.words, half, lineIn)
    if (end === 'some' && count > 0) break
    if (end === 'some' || count === 0) continue
    if (left.to <= count) {
      ;[left.words, half] = [half, left.words]
      left.count = count
      if (end === 'with') break
    } else if (left.from >= count) {
      dropShared(left.words, half, length)
      left.from -= count
      left.to -= count
      left.count -= count
      if (end === 'without') break
    } else {
      const further = steps.slice(at + 1)
      const ofWith = { words: half.slice(0, length), from: left.from, to: count, count }
      dropShared(left.words, half, length)
      const ofOthers = { words: left.words, from: 0, to: left.to - count, count: left.count - count }
      return [
        ...narrow(parts, end === 'with' ? [] : further, ofWith, new Int32Array(length)),
        ...narrow(parts, end === 'without' ? [] : further, ofOthers, half),
      ]
    }
  }
  return [left]
}

const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, { length }) => sum + length, 0)

function dropShared(words: Int32Array, shared: Int32Array, length: number): void {
  for (let word = 0; word < length; word++) words[word] = (words[word] as number) & ~(shared[word] as number)
}

/** Writes which rows have the line's bit. Returns how many. */
function share(parts: readonly Part[], left: Int32Array, into: Int32Array, lineIn: Step['lineIn']): number {
  let count = 0
  for (const { block, first, length } of parts) {
    const line = lineIn(block.lines)
    if (line === undefined) into.fill(0, first, first + length)
    else count += shareLine(block.lines, line, { left, into, first, length })
  }
  return count
}

type Shared = { left: Int32Array; into: Int32Array; first: number; length: number }

function shareLine({ bits, words }: Lines, line: number, { left, into, first, length }: Shared): number {
  const start = line * words
  let count = 0
  for (let word = 0; word < length; word++) {
    const both = (left[first + word] as number) & (bits[start + word] as number)
    into[first + word] = both
    if (both !== 0) count += countBits(both)
  }
  return count
}

/** The steps of an order; of vehicles with the same price where that comes first. */
export function stepsOf(fleet: Fleet, { ordering, city, pinnedOnly }: AdQuestion): Step[] {
  const ofIds = stepsOfNumber(ID)
  if (ordering === 'rating')
    return [...stepsOfNumber(RATING), unless(BEYOND_RATING), ...stepsOfNumber(RATING_COUNT), ...ofIds]
  const ofScores = [...stepsOfNumber(SCORE), unless(BEYOND_SCORE), ...ofIds]
  if (ordering === 'newest') return [...stepsOfYears(fleet), ...ofScores]
  const arePinsFirst = ordering === 'recommended' && (city !== undefined || pinnedOnly)
  if (!arePinsFirst) return ofScores
  return [{ lineIn: () => AHEAD, end: 'with' }, { lineIn: () => NOT_BEHIND, end: 'without' }, ...ofScores]
}

/** Further steps would be wrong for rows of a line. */
const unless = (line: number): Step => ({ lineIn: () => line, end: 'some' })

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
