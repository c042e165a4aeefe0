import { type RawBuilder, sql } from 'kysely'
import { FILTER_NAMES, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import type { Failures } from './candidates.ts'
import { type AdQuestion, bitOf, type Filter } from './question.ts'

/** For each filter (`models`, `trims` and `properties` too), how many vehicles have each value and pass all other filters. */
export type FacetCounts = Map<string, Map<string, number>>

/** How many vehicles have a value in a column and fail the filters of a mask. */
export type ColumnCount = [column: string, value: string, mask: number, count: number]

/** For each facet, the column of its values, and the filter that its counts ignore. */
export const FACETS: { facet: string; column: string; filter: Filter }[] = FILTER_NAMES.filter(
  (name) => name !== 'properties',
).map((name) => ({
  facet: name,
  column: SEARCH_FILTERS[name].column,
  filter: name === 'models' || name === 'trims' ? 'brands' : name,
}))

/**
 * Reads all columns once and counts by column, value and mask; properties are counted separately, one set at a time, because a
 * vehicle must have all chosen properties: choosing one more never finds a vehicle that lacks another. The SQL text contains only
 * our own names and no value of a caller, so it is built once for each set of filters and kept.
 */
export function countQuery(requested: AdQuestion, fails: Failures): RawBuilder<unknown> {
  const key = `${requested.modelsOf.length > 0} ${requested.trimsOf.length > 0} ${[...fails.keys()]}`
  const text = texts.get(key) ?? countText(requested, fails)
  if (texts.size < MOST_TEXTS) texts.set(key, text)
  return sql.raw(text)
}

const texts = new Map<string, string>()
const MOST_TEXTS = 500

function countText(requested: AdQuestion, fails: Failures): string {
  const columns = [...new Set(FACETS.map(({ column }) => column))].filter(
    (column) =>
      (column !== 'model_id' || requested.modelsOf.length) && (column !== 'trim_id' || requested.trimsOf.length),
  )
  const each = (write: (column: string) => string, between: string) => columns.map(write).join(between)
  return `
    select case ${each((column) => `when grouping(${column}) = 0 then '${column}'`, ' ')} end as col,
      coalesce(${each((column) => `${column}::text`, ', ')}) as value, mask, count(*) as n
    from fit
    group by grouping sets (${each((column) => `(mask, ${column})`, ', ')})
    having case ${each((column) => `when grouping(${column}) = 0 then mask in (${bitsOf(column, fails)})`, ' ')} end
    union all
    select 'properties', property, 0, sum(n) from (
      select properties, count(*) as n from fit where mask < 1 group by properties
    ) equipped, unnest(properties) as property group by property`
}

function bitsOf(column: string, fails: Failures): number[] {
  const filters = FACETS.filter((facet) => facet.column === column && fails.has(facet.filter))
  return [0, ...filters.map(({ filter }) => bitOf(filter))]
}

/** Turns counts by column into counts by filter. */
export function facetCounts(counts: ColumnCount[]): FacetCounts {
  const facets: FacetCounts = new Map([
    ['properties', new Map()],
    ...FACETS.map(({ facet }) => [facet, new Map()] as const),
  ])
  const add = (facet: string, value: string, count: number) => {
    const values = facets.get(facet)
    values?.set(value, (values.get(value) ?? 0) + count)
  }
  for (const [column, value, mask, count] of counts) {
    if (column === 'properties') add('properties', value, count)
    for (const { facet, filter, column: of } of FACETS)
      if (of === column && (mask === 0 || mask === bitOf(filter)))
        add(facet, facet === 'vehicle_capacity' && Number(value) > MOST_SEATS ? String(MOST_SEATS) : value, count)
  }
  return facets
}

/** A capacity of nine stands for nine or more. */
const MOST_SEATS = 9
