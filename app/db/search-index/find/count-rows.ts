import { lowestBit, rowsIn } from '../fleet/bits.ts'
import { codesOf, type Fleet } from '../fleet/fleet.ts'
import { TRAIT_GROUPS, TRAITS, type TraitColumn, type TraitGroup } from '../fleet/listing.ts'
import type { Part } from './found.ts'

/** How many rows have each combination, and (`sets`) how many each byte of the properties' bits. */
export type RowCounts = Record<TraitGroup, Int32Array> & { sets: Int32Array }

/** A row's properties are counted by the bytes of their bits. */
const BYTES = 4

export function emptyRowCounts({ traits }: Fleet): RowCounts {
  const counts = TRAIT_GROUPS.map((group) => [group, new Int32Array(traits[group].numbers.values.length)])
  return { ...Object.fromEntries(counts), sets: new Int32Array(BYTES << 8) }
}

/** Counts the rows whose bits are set in a part's words, which begin at a place. */
export function countRows(
  { make: makes, build: builds, style: styles, sets }: RowCounts,
  part: Part,
  words: Int32Array,
  at: number,
) {
  const { make, build, style, properties } = part.block.columns
  for (let word = 0; word < part.length; word++)
    for (let rest = words[at + word] as number; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      increment(makes, make[row] as number)
      increment(builds, build[row] as number)
      increment(styles, style[row] as number)
      const set = properties[row] as number
      increment(sets, set & 255)
      increment(sets, 256 + ((set >>> 8) & 255))
      if (set >>> 16 === 0) continue
      increment(sets, 512 + ((set >>> 16) & 255))
      increment(sets, 768 + (set >>> 24))
    }
}

/** The same in one column of codes. */
export function countRowsIn(counts: Int32Array, { length }: Part, codes: Int32Array, words: Int32Array, at: number) {
  for (let word = 0; word < length; word++)
    for (let rest = words[at + word] as number; rest !== 0; rest &= rest - 1)
      increment(counts, codes[rowsIn(word) + lowestBit(rest)] as number)
}

/** Adds what has been counted by combination to the counts of a column's values. */
export function addByValue(values: Int32Array, fleet: Fleet, column: TraitColumn, counts: RowCounts): void {
  const ofGroup = counts[groupOf(column)]
  const codes = codesOf(fleet, column)
  for (let at = 0; at < ofGroup.length; at++) {
    const count = ofGroup[at] as number
    if (count !== 0) increment(values, codes[at] as number, count)
  }
}

export function addProperties(values: Int32Array, { sets }: RowCounts): void {
  for (let at = 0; at < sets.length; at++) {
    const count = sets[at] as number
    if (count === 0) continue
    for (let bits = at & 255, code = (at >>> 8) * 8; bits > 0; bits >>>= 1, code++)
      if (bits & 1) increment(values, code, count)
  }
}

function groupOf(column: TraitColumn): TraitGroup {
  return TRAIT_GROUPS.find((group) => (TRAITS[group] as readonly TraitColumn[]).includes(column)) as TraitGroup
}

function increment(counts: Int32Array, at: number, by = 1) {
  counts[at] = (counts[at] as number) + by
}
