import { type ColumnCount, FACETS } from '#app/db/ad-search/facets.ts'
import { type AdQuestion, bitOf, type Filter } from '#app/db/ad-search/question.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { KIND_COLUMNS, type KindColumn } from '../fleet/listing.ts'
import type { Fit } from './fit.ts'

/** Counts by column, value and mask, as `countQuery` has them in SQL: by kind first, and a kind's count is that of its values. */
export function countValues(
  fleet: Fleet,
  { fits, filters }: { fits: readonly Fit[]; filters: readonly Filter[] },
  requested: AdQuestion,
): ColumnCount[] {
  return [
    ...groupsIn(fits, filters).flatMap(({ group, filter, mask }) => [
      ...KIND_COLUMNS.filter((column) => isCounted(column, filter, requested)).flatMap((column) =>
        written(column, mask, fleet.values[column].values, countColumn(fleet, fits, { column, group, requested })),
      ),
      ...(isCounted('company_id', filter, requested)
        ? written('company_id', mask, fleet.companies.values, countCompanies(fleet, fits, group))
        : []),
    ]),
    ...written('properties', 0, fleet.properties.values, countProperties(fleet, fits)),
  ]
}

/** Those that have vehicles. */
function groupsIn(fits: readonly Fit[], filters: readonly Filter[]) {
  const groups = filters.map((filter, at) => ({ group: at + 1, filter, mask: bitOf(filter) }))
  return [{ group: 0, filter: undefined, mask: 0 }, ...groups].filter(({ group }) =>
    fits.some(({ masks }) => masks[group]),
  )
}

/** Whether a facet of this column ignores a filter. */
function isCounted(column: string, filter: Filter | undefined, { modelsOf, trimsOf }: AdQuestion): boolean {
  if (column === 'model_id' && modelsOf.length === 0) return false
  if (column === 'trim_id' && trimsOf.length === 0) return false
  return filter === undefined || FACETS.some((facet) => facet.column === column && facet.filter === filter)
}

type Counted = { column: KindColumn; group: number; requested: AdQuestion }

function countColumn(fleet: Fleet, fits: readonly Fit[], { column, group, requested }: Counted): Uint32Array {
  const counts = new Uint32Array(fleet.values[column].values.length)
  const only = narrowed(fleet, column, requested)
  for (const { block, kinds } of fits) {
    const codes = block.kindCodes[column]
    const { length } = codes
    for (let kind = 0, at = group * length; kind < length; kind++, at++) {
      const count = kinds[at] as number
      if (count === 0 || (only && !only.isOf[block.kindCodes[only.column][kind] as number])) continue
      const code = codes[kind] as number
      counts[code] = (counts[code] as number) + count
    }
  }
  return counts
}

/** Models are counted of some brands only, and trims of some models: by the code of these. */
function narrowed({ values }: Fleet, column: KindColumn, { modelsOf, trimsOf }: AdQuestion) {
  const of = (owner: KindColumn, chosen: readonly number[]) => ({
    column: owner,
    isOf: values[owner].values.map((id) => chosen.includes(id as number)),
  })
  if (column === 'model_id') return of('brand_id', modelsOf)
  return column === 'trim_id' ? of('model_id', trimsOf) : undefined
}

function countCompanies(fleet: Fleet, fits: readonly Fit[], group: number): Uint32Array {
  const { length } = fleet.companies.values
  const counts = new Uint32Array(length)
  for (const { companies } of fits)
    for (let code = 0, at = group * length; code < length; code++, at++)
      counts[code] = (counts[code] as number) + (companies[at] as number)
  return counts
}

/** Of vehicles that fail no filter. */
function countProperties({ properties, equipment }: Fleet, fits: readonly Fit[]): Uint32Array {
  const counts = new Uint32Array(properties.values.length)
  for (const { equipment: sets } of fits)
    for (let set = 0; set < sets.length; set++) {
      const count = sets[set] as number
      if (count === 0) continue
      for (let bits = equipment.values[set] as number, code = 0; bits > 0; bits = Math.floor(bits / 2), code++)
        if (bits % 2 === 1) counts[code] = (counts[code] as number) + count
    }
  return counts
}

function written(
  column: string,
  mask: number,
  values: readonly (string | number | null)[],
  counts: Uint32Array,
): ColumnCount[] {
  const found: ColumnCount[] = []
  for (const [code, count] of counts.entries())
    if (count > 0 && values[code] !== null) found.push([column, String(values[code]), mask, count])
  return found
}
