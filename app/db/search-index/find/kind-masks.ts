import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { BOUND_FILTERS, CODE_FILTERS, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import type { Block } from '../fleet/block.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { KindColumn } from '../fleet/listing.ts'

type Value = string | number | null
type Failing = { bit: number; column: KindColumn; isFailed: (value: Value) => boolean }

/**
 * For each kind of a block, the bits of the filters that it fails, as `failures` has them in SQL; company, price and properties are no
 * part of a kind. Each filter looks at each different value once.
 */
export function kindMasks({ values }: Fleet, { kinds, kindCodes }: Block, requested: AdQuestion): Int32Array {
  const masks = new Int32Array(kinds.values.length)
  for (const { bit, column, isFailed } of failing(requested)) {
    const bits = values[column].values.map((value) => (isFailed(value) ? bit : 0))
    const codes = kindCodes[column]
    for (let kind = 0; kind < masks.length; kind++)
      masks[kind] = (masks[kind] as number) | (bits[codes[kind] as number] as number)
  }
  const { brands, models, trims } = requested.make
  if (brands.length + models.length + trims.length === 0) return masks
  const bit = bitOf('brands')
  const among = (column: KindColumn, chosen: readonly number[]) =>
    values[column].values.map((value) => chosen.includes(value as number))
  const [isBrand, isModel, isTrim] = [among('brand_id', brands), among('model_id', models), among('trim_id', trims)]
  for (let kind = 0; kind < masks.length; kind++) {
    const isChosen =
      isBrand[kindCodes.brand_id[kind] as number] ||
      isModel[kindCodes.model_id[kind] as number] ||
      isTrim[kindCodes.trim_id[kind] as number]
    if (!isChosen) masks[kind] = (masks[kind] as number) | bit
  }
  return masks
}

/** For each set of properties, the bit of their filter where one is missing. */
export function equipmentMasks(
  { properties, equipment }: Fleet,
  { properties: chosen }: AdQuestion,
): Int32Array | null {
  if (chosen.length === 0) return null
  const bit = bitOf('properties')
  const codes = chosen.map((property) => properties.codes.get(property))
  return Int32Array.from(equipment.values, (bits) => (codes.every((code) => hasBit(bits, code)) ? 0 : bit))
}

/** Whether a set has the property of a code; none has one without a code. */
function hasBit(bits: number, code: number | undefined): boolean {
  return code !== undefined && Math.floor(bits / 2 ** code) % 2 === 1
}

const SEATS_OR_MORE = 9

function failing({ types, codes, capacities, bounds }: AdQuestion): Failing[] {
  const fails: Failing[] = []
  if (types.length > 0)
    fails.push({ bit: bitOf('types'), column: 'type_id', isFailed: (type) => !types.includes(type as number) })
  for (const name of CODE_FILTERS) {
    const chosen: readonly string[] = codes[name]
    if (chosen.length > 0)
      fails.push({
        ...{ bit: bitOf(name), column: SEARCH_FILTERS[name].column },
        isFailed: (code) => !chosen.includes(code as string),
      })
  }
  if (capacities.length > 0)
    fails.push({
      ...{ bit: bitOf('vehicle_capacity'), column: 'seats' },
      isFailed: (seats) => !capacities.includes(Math.min(seats as number, SEATS_OR_MORE)),
    })
  for (const name of BOUND_FILTERS) {
    const bound = bounds[name]
    const { column, limit } = SEARCH_FILTERS[name]
    // As in SQL, where 0 is no bound.
    if (bound)
      fails.push({
        ...{ bit: bitOf(name), column },
        isFailed: (value) => (limit === 'least' ? (value as number) < bound : (value as number) > bound),
      })
  }
  return fails
}
