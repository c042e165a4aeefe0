import type { ColumnCount } from '#app/db/ad-search/facets.ts'
import type { TraitValue } from '../fleet/combinations.ts'

/** Those that fail no filter, or one alone: its bit, and where their words begin. */
export type Failing = { mask: number; words: Int32Array; start: number }

/** Counts by code as `countQuery` has them in SQL: of values that are counted, and are not null. */
export function named(
  column: string,
  { mask }: Failing,
  values: readonly TraitValue[],
  counts: Int32Array,
): ColumnCount[] {
  const found: ColumnCount[] = []
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code] as number
    if (count > 0 && values[code] !== null) found.push([column, String(values[code]), mask, count])
  }
  return found
}
