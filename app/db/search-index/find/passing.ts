import type { AdQuestion, Filter } from '#app/db/ad-search/question.ts'
import { BOUND_FILTERS, CODE_FILTERS, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import type { Block } from '../fleet/block.ts'
import type { TraitValue } from '../fleet/combinations.ts'
import { type Fleet, valuesIn } from '../fleet/fleet.ts'
import type { Lined, Lines } from '../fleet/lines.ts'
import type { TraitColumn } from '../fleet/listing.ts'

/** The words of a block's rows. */
type Into = { words: Int32Array; first: number; length: number }
/** Adds the bits of a block's rows that pass a filter, to words without any. */
export type Passing = { filter: Filter; add: (block: Block, into: Into) => void }

/** The filters in use but the price, as `failures` has them in SQL. Each judges each different value once. */
export function filtersOf(fleet: Fleet, requested: AdQuestion): Passing[] {
  const { make, companies, properties } = requested
  const passing = valueFilters(requested).map(({ filter, column, isPassed }) =>
    linedFilter(filter, column, valuesIn(fleet, column).map(isPassed)),
  )
  if (make.brands.length + make.models.length + make.trims.length > 0) passing.push(makeFilter(fleet, requested))
  if (companies.length > 0)
    passing.push(
      linedFilter(
        'company',
        'company_id',
        fleet.companies.values.map((company) => companies.includes(company)),
      ),
    )
  if (properties.length > 0) passing.push(propertyFilter(fleet, requested))
  return passing
}

type ValueFilter = { filter: Filter; column: TraitColumn; isPassed: (value: TraitValue) => boolean }

const SEATS_OR_MORE = 9

function valueFilters({ types, codes, capacities, bounds }: AdQuestion): ValueFilter[] {
  const filters: ValueFilter[] = []
  if (types.length > 0)
    filters.push({ filter: 'types', column: 'type_id', isPassed: (type) => types.includes(type as number) })
  for (const filter of CODE_FILTERS) {
    const chosen: readonly string[] = codes[filter]
    const { column } = SEARCH_FILTERS[filter]
    if (chosen.length > 0) filters.push({ filter, column, isPassed: (code) => chosen.includes(code as string) })
  }
  if (capacities.length > 0)
    filters.push({
      ...{ filter: 'vehicle_capacity', column: 'seats' },
      isPassed: (seats) => capacities.includes(Math.min(seats as number, SEATS_OR_MORE)),
    })
  for (const filter of BOUND_FILTERS) {
    const bound = bounds[filter]
    const { column, limit } = SEARCH_FILTERS[filter]
    // As in SQL, where 0 is no bound.
    if (bound)
      filters.push({
        ...{ filter, column },
        isPassed: (value) => (limit === 'least' ? (value as number) >= bound : (value as number) <= bound),
      })
  }
  return filters
}

/** Whichever lines are fewer are joined, those of the values that pass or of the others: each row has one value. */
function linedFilter(filter: Filter, column: Lined, passed: readonly boolean[]): Passing {
  const others = passed.map((isPassed) => !isPassed)
  const add: Passing['add'] = ({ lines }, into) => {
    const [passing, failing] = [linesWith(lines, column, passed), linesWith(lines, column, others)]
    addLines(lines, passing.length <= failing.length ? passing : failing, into)
    if (passing.length > failing.length) invert(into)
  }
  return { filter, add }
}

/** Brands, models and trims are one filter: a vehicle passes with any of them. */
function makeFilter(fleet: Fleet, { make: { brands, models, trims } }: AdQuestion): Passing {
  const chosen = [
    { column: 'brand_id' as const, ids: brands },
    { column: 'model_id' as const, ids: models },
    { column: 'trim_id' as const, ids: trims },
  ].map(({ column, ids }) => ({
    column,
    isChosen: valuesIn(fleet, column).map((value) => ids.includes(value as number)),
  }))
  const add: Passing['add'] = ({ lines }, into) => {
    for (const { column, isChosen } of chosen) addLines(lines, linesWith(lines, column, isChosen), into)
  }
  return { filter: 'brands', add }
}

/** A vehicle must have all of them. */
function propertyFilter({ properties }: Fleet, { properties: chosen }: AdQuestion): Passing {
  const codes = chosen.map((property) => properties.codes.get(property))
  const add: Passing['add'] = ({ lines }, { words, first, length }) => {
    const starts = codes.map((code) => (code === undefined ? undefined : lines.of.properties.lineOf[code]))
    if (starts.includes(undefined)) return
    words.fill(-1, first, first + length)
    for (const line of starts as number[])
      for (let word = 0; word < length; word++)
        words[first + word] = (words[first + word] as number) & (lines.bits[line * lines.words + word] as number)
  }
  return { filter: 'properties', add }
}

function addLines({ bits, words: wordsOfLine }: Lines, lines: readonly number[], { words, first, length }: Into): void {
  for (const line of lines) {
    const start = line * wordsOfLine
    for (let word = 0; word < length; word++)
      words[first + word] = (words[first + word] as number) | (bits[start + word] as number)
  }
}

function invert({ words, first, length }: Into): void {
  for (let word = first; word < first + length; word++) words[word] = ~(words[word] as number)
}

function linesWith({ of }: Lines, column: Lined, isChosen: readonly boolean[]): number[] {
  const { codes, lines } = of[column]
  const chosen: number[] = []
  for (let at = 0; at < codes.length; at++) if (isChosen[codes[at] as number]) chosen.push(lines[at] as number)
  return chosen
}
