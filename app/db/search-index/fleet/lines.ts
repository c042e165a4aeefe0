import { hasBit, setBit, wordsFor } from './bits.ts'
import { TRAIT_GROUPS, TRAITS, type TraitColumn } from './listing.ts'

/** What has a line for each value; of properties, for each one; of companies, for each one with vehicles in the block. */
export type Lined = TraitColumn | 'properties' | 'company_id'

/**
 * What a block's vehicles are, in lines of bits, in each a bit for each row: one for each value that any of them has had, and some that every
 * block has. Filters join lines, and a facet's count is how many bits a line shares with what is found.
 */
export type Lines = {
  /** The length of a line, in words of 32 rows. */
  words: number
  bits: Int32Array
  /** How many lines are in use. */
  used: number
  of: Record<Lined, ValueLines>
}

/** The codes of values, the line of each, and the same by code. */
export type ValueLines = { codes: number[]; lines: number[]; lineOf: (number | undefined)[] }

/** Rows whose group has or had several units. */
export const SEVERAL = 0
export const PINNED = 1
/** Rows whose place comes before all that are not pinned, and rows whose place does not come behind these. */
export const AHEAD = 2
export const NOT_BEHIND = 3
/** Rows whose numbers are beyond what their lines can say: the score; the mean of ratings, or how many these are. */
export const BEYOND_SCORE = 4
export const BEYOND_RATING = 5
/** Lines of the bits of a number, the highest first. */
export const SCORE = { first: 6, bits: 10 }
/** The mean of ratings in steps so small that different means of at most 255 ratings have different steps. */
export const RATING = { first: SCORE.first + SCORE.bits, bits: 19, steps: 2 ** 16 }
export const RATING_COUNT = { first: RATING.first + RATING.bits, bits: 8 }
/** How much less an id is than the greatest that has lines, because the lowest come first. */
export const ID = { first: RATING_COUNT.first + RATING_COUNT.bits, bits: 24, greatest: 2 ** 24 - 1 }
/** Rows that need a longer gap after a rental than so many minutes. */
const GAPS = { first: ID.first + ID.bits, minutes: [0, 30, 60, 90, 120, 180] }
const OF_ALL = GAPS.first + GAPS.minutes.length
/** For how many lines more there is room: some, and a sixteenth of those in use. */
const roomFor = (used: number) => used + 8 + (used >> 4)

export function emptyLines(rows: number): Lines {
  const words = wordsFor(rows)
  const lined: Lined[] = [...TRAIT_GROUPS.flatMap((group) => TRAITS[group]), 'properties', 'company_id']
  const of = Object.fromEntries(lined.map((column) => [column, emptyValueLines()])) as Lines['of']
  return { words, bits: new Int32Array(roomFor(OF_ALL) * words), used: OF_ALL, of }
}

const emptyValueLines = (): ValueLines => ({ codes: [], lines: [], lineOf: [] })

/** Makes room for more rows. */
export function widenLines(lines: Lines, rows: number): void {
  const { words, bits, used } = lines
  const wider = wordsFor(rows)
  const copy = new Int32Array(roomFor(used) * wider)
  for (let line = 0; line < used; line++) copy.set(bits.subarray(line * words, (line + 1) * words), line * wider)
  lines.words = wider
  lines.bits = copy
}

export function markRow({ bits, words }: Lines, line: number, row: number): void {
  setBit(bits, line * words, row, true)
}

export function markValue(lines: Lines, column: Lined, code: number, row: number): void {
  markRow(lines, lines.of[column].lineOf[code] ?? newLine(lines, column, code), row)
}

/** Numbers beyond what their lines can say count as the nearest that these can. Returns whether it is one of these. */
export function markNumber(
  lines: Lines,
  { first, bits }: { first: number; bits: number },
  value: number,
  row: number,
): boolean {
  const marked = Math.max(0, Math.min(value, 2 ** bits - 1))
  for (let bit = 0; bit < bits; bit++) if ((marked >> (bits - 1 - bit)) & 1) markRow(lines, first + bit, row)
  return marked !== value
}

export function markGap({ bits, words }: Lines, gap: number, row: number): void {
  for (const [at, minutes] of GAPS.minutes.entries()) setBit(bits, (GAPS.first + at) * words, row, gap > minutes)
}

/** A line with all rows that need a gap of more than some minutes, and few others; null: all. */
export function lineOfGaps(minutes: number): number | null {
  const at = GAPS.minutes.findLastIndex((least) => least <= minutes)
  return at < 0 ? null : GAPS.first + at
}

/** Whether a row's group has several. */
export function setSeveral({ bits, words }: Lines, row: number, areSeveral: boolean): void {
  setBit(bits, SEVERAL * words, row, areSeveral)
}

/** A row is nothing any more, but of a group: `SEVERAL` stays. */
export function clearFacts({ bits, words, used }: Lines, row: number): void {
  for (let line = SEVERAL + 1; line < used; line++) setBit(bits, line * words, row, false)
}

/** Moves what a row is to another one. */
export function moveLines({ bits, words, used }: Lines, { from, to }: { from: number; to: number }): void {
  for (let line = 0; line < used; line++) {
    const isSet = hasBit(bits, line * words, from)
    setBit(bits, line * words, from, false)
    setBit(bits, line * words, to, isSet)
  }
}

function newLine(lines: Lines, column: Lined, code: number): number {
  const { words, bits, used } = lines
  if ((used + 1) * words > bits.length) {
    lines.bits = new Int32Array(roomFor(used) * words)
    lines.bits.set(bits)
  }
  const of = lines.of[column]
  of.codes.push(code)
  of.lines.push(used)
  of.lineOf[code] = used
  lines.used += 1
  return used
}
