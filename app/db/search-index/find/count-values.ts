import { type ColumnCount, FACETS } from '#app/db/ad-search/facets.ts'
import { type AdQuestion, bitOf, FILTERS, type Filter } from '#app/db/ad-search/question.ts'
import type { Combinations, TraitValue } from '../fleet/combinations.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { TRAIT_GROUPS, TRAITS, type TraitColumn, type TraitGroup } from '../fleet/listing.ts'
import type { Found, Part } from './fit.ts'

/** A vehicle's properties are counted by the bytes of their bits. */
const BYTES = 4

type Counter = TraitGroup | 'company'
type Counts = Record<Counter, Int32Array>

/** Counts by column, value and mask, as `countQuery` has them in SQL: by combination first, and a combination's count is that of its values. */
export function countValues(
  fleet: Fleet,
  { found, parts }: { found: Found; parts: readonly Part[] },
  { requested, filters }: { requested: AdQuestion; filters: readonly Filter[] },
): ColumnCount[] {
  const fitting = countsOf(fleet)
  const properties = new Int32Array(BYTES << 8)
  const failing = filters.flatMap((filter) => {
    const counter = counterOf(filter)
    return counter ? [{ filter, counter, counts: new Int32Array(lengthOf(fleet, counter)) }] : []
  })
  const byBit = FILTERS.map((filter) => failing.find((one) => one.filter === filter))
  for (const part of parts) {
    countFitting(part, found, fitting, properties)
    if (failing.length > 0) countFailing(part, found, byBit)
  }
  return [
    ...[...TRAIT_GROUPS, 'company' as const].flatMap((counter) =>
      written(fleet, requested, { counter, counts: fitting[counter] }),
    ),
    ...failing.flatMap((one) => written(fleet, requested, one)),
    ...writtenProperties(fleet, properties),
  ]
}

function countFitting({ block, from, to }: Part, { rows, masks }: Found, counts: Counts, properties: Int32Array) {
  const { make, build, style, company, properties: sets } = block.columns
  const { make: makes, build: builds, style: styles, company: companies } = counts
  for (let at = from; at < to; at++) {
    if (masks[at] !== 0) continue
    const row = rows[at] as number
    increment(makes, make[row] as number)
    increment(builds, build[row] as number)
    increment(styles, style[row] as number)
    increment(companies, company[row] as number)
    const set = sets[row] as number
    increment(properties, set & 255)
    increment(properties, 256 + ((set >>> 8) & 255))
    if (set >>> 16 === 0) continue
    increment(properties, 512 + ((set >>> 16) & 255))
    increment(properties, 768 + (set >>> 24))
  }
}

/** Of vehicles that fail a filter, only what the filter compares is counted. */
function countFailing(
  { block: { columns }, from, to }: Part,
  { rows, masks }: Found,
  byBit: readonly ({ counter: Counter; counts: Int32Array } | undefined)[],
) {
  const counted = byBit.map((of) => of && { column: columns[of.counter], counts: of.counts })
  for (let at = from; at < to; at++) {
    const mask = masks[at] as number
    if (mask === 0) continue
    const of = counted[31 - Math.clz32(mask)]
    if (of) increment(of.counts, of.column[rows[at] as number] as number)
  }
}

function increment(counts: Int32Array, at: number, by = 1) {
  counts[at] = (counts[at] as number) + by
}

function countsOf(fleet: Fleet): Counts {
  const counters = [...TRAIT_GROUPS, 'company' as const]
  return Object.fromEntries(counters.map((counter) => [counter, new Int32Array(lengthOf(fleet, counter))])) as Counts
}

function lengthOf({ traits, companies }: Fleet, counter: Counter): number {
  return (counter === 'company' ? companies : traits[counter].numbers).values.length
}

/** What a filter compares, where facets count it although vehicles fail the filter. */
function counterOf(filter: Filter): Counter | undefined {
  if (filter === 'company') return filter
  return TRAIT_GROUPS.find((group) => TRAITS[group].some((column) => isCounted(column, filter)))
}

/** Whether a facet of this column ignores a filter. */
function isCounted(column: string, filter: Filter | undefined): boolean {
  return filter === undefined || FACETS.some((facet) => facet.column === column && facet.filter === filter)
}

type Counted = { counter: Counter; counts: Int32Array; filter?: Filter }

function written(fleet: Fleet, requested: AdQuestion, { counter, counts, filter }: Counted): ColumnCount[] {
  const mask = filter ? bitOf(filter) : 0
  if (counter === 'company') return namedCounts('company_id', mask, fleet.companies.values, counts)
  const group = fleet.traits[counter]
  return group.columns
    .filter(({ column }) => isCounted(column, filter))
    .flatMap(({ column, values, codes }) => {
      const isAsked = narrowing(group, column, requested)
      const ofValues = new Int32Array(values.values.length)
      for (let at = 0; at < counts.length; at++)
        if (counts[at] !== 0 && (!isAsked || isAsked(at))) increment(ofValues, codes[at] as number, counts[at])
      return namedCounts(column, mask, values.values, ofValues)
    })
}

/** Models are counted of some brands only, and trims of some models. */
function narrowing({ columns }: Combinations, column: TraitColumn, { modelsOf, trimsOf }: AdQuestion) {
  if (column !== 'model_id' && column !== 'trim_id') return undefined
  const [owner, chosen] = column === 'model_id' ? (['brand_id', modelsOf] as const) : (['model_id', trimsOf] as const)
  const of = columns.find((one) => one.column === owner)
  return (at: number) => chosen.includes(of?.values.values[of.codes[at] as number] as number)
}

function writtenProperties({ properties }: Fleet, counts: Int32Array): ColumnCount[] {
  const ofCodes = new Int32Array(properties.values.length)
  for (const [at, count] of counts.entries())
    for (let bits = at & 255, code = (at >>> 8) * 8; count > 0 && bits > 0; bits >>>= 1, code++)
      if (bits & 1) increment(ofCodes, code, count)
  return namedCounts('properties', 0, properties.values, ofCodes)
}

function namedCounts(column: string, mask: number, values: readonly TraitValue[], counts: Int32Array): ColumnCount[] {
  const found: ColumnCount[] = []
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code] as number
    if (count > 0 && values[code] !== null) found.push([column, String(values[code]), mask, count])
  }
  return found
}
