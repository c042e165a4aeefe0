import { type AdQuestion, bitOf, type Filter } from '#app/db/ad-search/question.ts'
import { BOUND_FILTERS, CODE_FILTERS, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import type { TraitValue } from '../fleet/combinations.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { TRAIT_GROUPS, type TraitColumn, type TraitGroup } from '../fleet/listing.ts'

type Failing = { filter: Filter; column: TraitColumn; isFailed: (value: TraitValue) => boolean }

/** For each combination of a group, the bits of the filters that it fails, as `failures` has them in SQL; null where none fails any. */
export type TraitMasks = Record<TraitGroup, Int32Array | null>

/** Each filter judges each different value once. */
export function traitMasks({ traits }: Fleet, requested: AdQuestion): TraitMasks {
  const failing = filtersOf(requested)
  const groups = TRAIT_GROUPS.map((group) => {
    const { columns, numbers } = traits[group]
    const masks = new Int32Array(numbers.values.length)
    for (const { filter, column, isFailed } of failing) {
      const of = columns.find((one) => one.column === column)
      if (!of) continue
      const bits = of.values.values.map((value) => (isFailed(value) ? bitOf(filter) : 0))
      for (let at = 0; at < masks.length; at++)
        masks[at] = (masks[at] as number) | (bits[of.codes[at] as number] as number)
    }
    if (group === 'make') addMakes(masks, traits.make, requested)
    return [group, masks.some((mask) => mask !== 0) ? masks : null]
  })
  return Object.fromEntries(groups) as TraitMasks
}

/** Brands, models and trims are one filter: a vehicle passes with any of them. */
function addMakes(masks: Int32Array, { columns }: Fleet['traits']['make'], { make }: AdQuestion): void {
  const { brands, models, trims } = make
  if (brands.length + models.length + trims.length === 0) return
  const chosen: Partial<Record<TraitColumn, readonly number[]>> = { brand_id: brands, model_id: models, trim_id: trims }
  const among = columns.map(({ column, values, codes }) => ({
    codes,
    isChosen: values.values.map((value) => chosen[column]?.includes(value as number)),
  }))
  const bit = bitOf('brands')
  for (let at = 0; at < masks.length; at++)
    if (!among.some(({ codes, isChosen }) => isChosen[codes[at] as number])) masks[at] = (masks[at] as number) | bit
}

/** The bits of the properties that a vehicle must have; undefined if none has one of them. */
export function wantedProperties({ properties }: Fleet, { properties: chosen }: AdQuestion): number | undefined {
  const codes = chosen.map((property) => properties.codes.get(property))
  return codes.reduce<number | undefined>(
    (bits, code) => (bits === undefined || code === undefined ? undefined : bits | (1 << code)),
    0,
  )
}

const SEATS_OR_MORE = 9

function filtersOf({ types, codes, capacities, bounds }: AdQuestion): Failing[] {
  const fails: Failing[] = []
  if (types.length > 0)
    fails.push({ filter: 'types', column: 'type_id', isFailed: (type) => !types.includes(type as number) })
  for (const filter of CODE_FILTERS) {
    const chosen: readonly string[] = codes[filter]
    if (chosen.length > 0)
      fails.push({
        ...{ filter, column: SEARCH_FILTERS[filter].column },
        isFailed: (code) => !chosen.includes(code as string),
      })
  }
  if (capacities.length > 0)
    fails.push({
      ...{ filter: 'vehicle_capacity', column: 'seats' },
      isFailed: (seats) => !capacities.includes(Math.min(seats as number, SEATS_OR_MORE)),
    })
  for (const filter of BOUND_FILTERS) {
    const bound = bounds[filter]
    const { column, limit } = SEARCH_FILTERS[filter]
    // As in SQL, where 0 is no bound.
    if (bound)
      fails.push({
        ...{ filter, column },
        isFailed: (value) => (limit === 'least' ? (value as number) < bound : (value as number) > bound),
      })
  }
  return fails
}
