import { type ColumnCount, FACETS } from '#app/db/ad-search/facets.ts'
import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { countBitsIn, countShared } from '../fleet/bits.ts'
import type { TraitValue } from '../fleet/combinations.ts'
import { type Fleet, valuesIn } from '../fleet/fleet.ts'
import type { Lined, Lines } from '../fleet/lines.ts'
import { TRAIT_GROUPS, TRAITS } from '../fleet/listing.ts'
import { countMakes } from './count-makes.ts'
import { addRowCounts, countersOf, countRows, emptyRowCounts } from './count-rows.ts'
import { type Found, failingAt, type Part } from './found.ts'
import { type Failing, named } from './named-counts.ts'

type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion }
type Counts = { column: Lined; values: readonly TraitValue[]; counts: Int32Array }

/**
 * Counts by column, value and mask, as `countQuery` has them in SQL: those that fail no filter in all columns, and those that fail one alone
 * in the columns whose facets ignore it.
 */
export function countValues(fleet: Fleet, asked: Asked): ColumnCount[] {
  const { fitting, failing, filters } = asked.found
  const counts = countIn(fleet, asked, { mask: 0, words: fitting, start: 0 }, () => true)
  for (const filter of filters) {
    const start = failingAt(asked.found, filter) as number
    const isCounted = (column: string) => FACETS.some((facet) => facet.column === column && facet.filter === filter)
    counts.push(...countIn(fleet, asked, { mask: bitOf(filter), words: failing, start }, isCounted))
  }
  return counts
}

function countIn(fleet: Fleet, asked: Asked, of: Failing, isCounted: (column: string) => boolean): ColumnCount[] {
  const { parts, requested } = asked
  const columns = COLUMNS.filter((column) => (column === 'properties' ? of.mask === 0 : isCounted(column)))
  const found = countColumns(fleet, parts, of, columns).flatMap(({ column, values, counts }) =>
    named(column, of, values, counts),
  )
  if (isCounted('model_id')) found.push(...countMakes(fleet, parts, of, requested))
  return found
}

/** Models and trims are counted in their own way. */
const COLUMNS: readonly Lined[] = [
  ...TRAIT_GROUPS.flatMap((group) => TRAITS[group]).filter((column) => column !== 'model_id' && column !== 'trim_id'),
  'company_id',
  'properties',
]

/** How many rows are looked at in the time in which a word of a line is. */
const WORDS_A_ROW = 5

const COMPANIES = countersOf(['company_id'])

/**
 * Of a part with many, a count is the number of bits that they share with a value's line; few are looked at one by one. Companies may have
 * far more lines than all other columns, so theirs is a decision of its own.
 */
function countColumns(fleet: Fleet, parts: readonly Part[], of: Failing, columns: readonly Lined[]): Counts[] {
  const all = columns.map((column): Counts => {
    const values = valuesOf(fleet, column)
    return { column, values, counts: new Int32Array(values.length) }
  })
  if (all.length === 0) return all
  const rowCounts = emptyRowCounts(fleet)
  const counters = countersOf(columns)
  const ofCompanies = all.filter(({ column }) => column === 'company_id')
  const others = all.filter(({ column }) => column !== 'company_id')
  for (const part of parts) {
    const { lines } = part.block
    const { first, length } = part
    const count = countBitsIn(of.words, of.start + first, length)
    if (count === 0) continue
    const rows = { part, words: of.words, at: of.start + first }
    const isByRow = (counted: readonly Counts[]) =>
      count * WORDS_A_ROW < length * counted.reduce((sum, { column }) => sum + lines.of[column].codes.length, 0)
    if (isByRow(others)) countRows(rowCounts, counters, rows)
    else {
      const isCompanyByRow = isByRow(ofCompanies)
      if (isCompanyByRow) countRows(rowCounts, COMPANIES, rows)
      for (const { column, counts } of isCompanyByRow ? others : all)
        addShared(counts, part, of, lines.of[column], column === 'properties' ? null : count)
    }
  }
  for (const { column, counts } of all) addRowCounts(counts, fleet, column, rowCounts)
  return all
}

function valuesOf(fleet: Fleet, column: Lined): readonly TraitValue[] {
  if (column === 'properties') return fleet.properties.values
  return column === 'company_id' ? fleet.companies.values : valuesIn(fleet, column)
}

/** @param count how many rows there are, of a column of which each row has one value: the last one has the rest; null of others */
function addShared(
  counts: Int32Array,
  part: Part,
  { words, start }: Failing,
  { codes, lines: numbers }: Lines['of'][Lined],
  count: number | null,
): void {
  const { lines } = part.block
  const counted = count === null ? codes.length : codes.length - 1
  let rest = count ?? 0
  for (let at = 0; at < counted; at++) {
    const code = codes[at] as number
    const line = (numbers[at] as number) * lines.words
    const shared = countShared(lines.bits, line, words, start + part.first, part.length)
    counts[code] = (counts[code] as number) + shared
    rest -= shared
  }
  const last = codes[counted]
  if (last !== undefined) counts[last] = (counts[last] as number) + rest
}
