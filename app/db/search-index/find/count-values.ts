import { type ColumnCount, FACETS } from '#app/db/ad-search/facets.ts'
import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { countBitsIn, countShared } from '../fleet/bits.ts'
import type { TraitValue } from '../fleet/combinations.ts'
import { type Fleet, valuesIn } from '../fleet/fleet.ts'
import type { Lined, Lines } from '../fleet/lines.ts'
import { TRAIT_GROUPS, TRAITS } from '../fleet/listing.ts'
import { countMakes } from './count-makes.ts'
import { addByValue, addProperties, countRows, countRowsIn, emptyRowCounts } from './count-rows.ts'
import { type Found, failingAt, type Part } from './found.ts'
import { type Failing, named } from './named-counts.ts'

/** `companies`: how many that fail no filter each has. */
type Asked = { found: Found; parts: readonly Part[]; requested: AdQuestion; companies: Int32Array }
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
  const columns: Lined[] = COLUMNS.filter(isCounted)
  if (of.mask === 0) columns.push('properties')
  const found = countColumns(fleet, parts, of, columns).flatMap(({ column, values, counts }) =>
    named(column, of, values, counts),
  )
  if (isCounted('company_id')) found.push(...named('company_id', of, fleet.companies.values, countCompanies(asked, of)))
  if (isCounted('model_id')) found.push(...countMakes(fleet, parts, of, requested))
  return found
}

/** Models and trims are counted in their own way. */
const COLUMNS = TRAIT_GROUPS.flatMap((group) => TRAITS[group]).filter(
  (column) => column !== 'model_id' && column !== 'trim_id',
)

/** How many rows are looked at in the time in which a word of a line is. */
const WORDS_A_ROW = 5

/** Of a part with many, a count is the number of bits that they share with a value's line; few are looked at one by one. */
function countColumns(fleet: Fleet, parts: readonly Part[], of: Failing, columns: readonly Lined[]): Counts[] {
  const all = columns.map((column): Counts => {
    const values = column === 'properties' ? fleet.properties.values : valuesIn(fleet, column)
    return { column, values, counts: new Int32Array(values.length) }
  })
  if (all.length === 0) return all
  const rowCounts = emptyRowCounts(fleet)
  for (const part of parts) {
    const { lines } = part.block
    const { first, length } = part
    const count = countBitsIn(of.words, of.start + first, length)
    if (count === 0) continue
    const ofLines = all.reduce((sum, { column }) => sum + lines.of[column].codes.length, 0)
    if (count * WORDS_A_ROW < ofLines * length) countRows(rowCounts, part, of.words, of.start + first)
    else for (const { column, counts } of all) addShared(counts, part, of, lines.of[column])
  }
  for (const { column, counts } of all) {
    if (column === 'properties') addProperties(counts, rowCounts)
    else addByValue(counts, fleet, column, rowCounts)
  }
  return all
}

function addShared(
  counts: Int32Array,
  part: Part,
  { words, start }: Failing,
  { codes, lines: numbers }: Lines['of'][Lined],
): void {
  const { lines } = part.block
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number
    const line = (numbers[at] as number) * lines.words
    counts[code] = (counts[code] as number) + countShared(lines.bits, line, words, start + part.first, part.length)
  }
}

function countCompanies({ parts, companies }: Asked, of: Failing): Int32Array {
  if (of.mask === 0) return companies
  const counts = new Int32Array(companies.length)
  for (const part of parts) countRowsIn(counts, part, part.block.columns.company, of.words, of.start + part.first)
  return counts
}
