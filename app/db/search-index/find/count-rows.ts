import { lowestBit, rowsIn } from '../fleet/bits.ts'
import { codesOf, type Fleet } from '../fleet/fleet.ts'
import type { Lined } from '../fleet/lines.ts'
import { TRAIT_GROUPS, TRAITS, type TraitColumn, type TraitGroup } from '../fleet/listing.ts'
import type { Part } from './found.ts'

/** How many rows have each combination and company, and (`sets`) how many each byte of the properties' bits. */
export type RowCounts = Record<TraitGroup | 'company' | 'sets', Int32Array>

/** A row's properties are counted by the bytes of their bits. */
const BYTES = 4

export function emptyRowCounts({ traits, companies }: Fleet): RowCounts {
  const counts = TRAIT_GROUPS.map((group) => [group, new Int32Array(traits[group].numbers.values.length)])
  const company = new Int32Array(companies.values.length)
  return { ...Object.fromEntries(counts), company, sets: new Int32Array(BYTES << 8) }
}

/** In what some columns are counted by row. */
export const countersOf = (columns: readonly Lined[]) => new Set(columns.map(counterOf))

type Counter = keyof RowCounts

function counterOf(column: Lined): Counter {
  if (column === 'properties') return 'sets'
  return column === 'company_id' ? 'company' : GROUP_OF[column]
}

const GROUP_OF = Object.fromEntries(
  TRAIT_GROUPS.flatMap((group) => TRAITS[group].map((column) => [column, group])),
) as Record<TraitColumn, TraitGroup>

/** The rows whose bits are set in a part's words, which begin at a place. */
type Rows = { part: Part; words: Int32Array; at: number }

/** Counts rows in all that some columns need: in one loop where properties are counted, because then all others are, too. */
export function countRows(all: RowCounts, counters: ReadonlySet<Counter>, { part, words, at }: Rows): void {
  const { columns } = part.block
  for (const counter of counters) {
    if (counter === 'sets') countEach(all, part, words, at)
    else if (!counters.has('sets')) countCodes(all[counter], columns[counter], words, at, part.length)
  }
}

function countCodes(counts: Int32Array, codes: Int32Array, words: Int32Array, at: number, length: number): void {
  for (let word = 0; word < length; word++)
    for (let rest = words[at + word] as number; rest !== 0; rest &= rest - 1) {
      const code = codes[rowsIn(word) + lowestBit(rest)] as number
      counts[code] = (counts[code] as number) + 1
    }
}

function countEach(all: RowCounts, { block: { columns }, length }: Part, words: Int32Array, at: number): void {
  const { make: makes, build: builds, style: styles, company: companies, sets } = all
  const { make, build, style, company, properties } = columns
  for (let word = 0; word < length; word++)
    for (let rest = words[at + word] as number; rest !== 0; rest &= rest - 1) {
      const row = rowsIn(word) + lowestBit(rest)
      const ofMake = make[row] as number
      const ofBuild = build[row] as number
      const ofStyle = style[row] as number
      const ofCompany = company[row] as number
      makes[ofMake] = (makes[ofMake] as number) + 1
      builds[ofBuild] = (builds[ofBuild] as number) + 1
      styles[ofStyle] = (styles[ofStyle] as number) + 1
      companies[ofCompany] = (companies[ofCompany] as number) + 1
      const set = properties[row] as number
      const low = set & 255
      const second = 256 + ((set >>> 8) & 255)
      sets[low] = (sets[low] as number) + 1
      sets[second] = (sets[second] as number) + 1
      if (set >>> 16 === 0) continue
      increment(sets, 512 + ((set >>> 16) & 255))
      increment(sets, 768 + (set >>> 24))
    }
}

/** Adds what has been counted by row to the counts of a column's values. */
export function addRowCounts(values: Int32Array, fleet: Fleet, column: Lined, all: RowCounts): void {
  const counts = all[counterOf(column)]
  if (column === 'properties') addProperties(values, counts)
  else addByValue(values, counts, column === 'company_id' ? null : codesOf(fleet, column))
}

/** `codes`: of the values of what is counted; null where values themselves are. */
function addByValue(values: Int32Array, counts: Int32Array, codes: readonly number[] | null): void {
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number
    if (count !== 0) increment(values, codes === null ? at : (codes[at] as number), count)
  }
}

function addProperties(values: Int32Array, sets: Int32Array): void {
  for (let at = 0; at < sets.length; at++) {
    const count = sets[at] as number
    if (count === 0) continue
    for (let bits = at & 255, code = (at >>> 8) * 8; bits > 0; bits >>>= 1, code++)
      if (bits & 1) increment(values, code, count)
  }
}

function increment(counts: Int32Array, at: number, by = 1) {
  counts[at] = (counts[at] as number) + by
}
