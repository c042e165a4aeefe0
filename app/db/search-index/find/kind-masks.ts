import { type AdQuestion, bitOf } from '#app/db/ad-search/question.ts'
import { BOUND_FILTERS, CODE_FILTERS, SEARCH_FILTERS } from '#app/rules/search/search-filters.ts'
import type { Kind } from '../fleet/listing.ts'

/** For each kind of vehicle, the bits of the filters that it fails, as `failures` has them in SQL; company and price are no part of a kind. */
export function kindMasks(requested: AdQuestion, kinds: readonly Kind[]): Int32Array {
  const fails = failing(requested)
  const masks = new Int32Array(kinds.length)
  for (const [bit, isFailed] of fails)
    for (let code = 0; code < kinds.length; code++)
      if (isFailed(kinds[code] as Kind)) masks[code] = (masks[code] as number) | bit
  return masks
}

const SEATS_OR_MORE = 9

type Failing = [bit: number, isFailed: (kind: Kind) => boolean][]

function failing(requested: AdQuestion): Failing {
  const { make, bounds, properties } = requested
  const [brands, models, trims] = [new Set(make.brands), new Set(make.models), new Set<number | null>(make.trims)]
  const [types, capacities] = [new Set(requested.types), new Set(requested.capacities)]
  const fails: Failing = []
  if (brands.size + models.size + trims.size > 0)
    fails.push([
      bitOf('brands'),
      ({ brand_id, model_id, trim_id }) => !(brands.has(brand_id) || models.has(model_id) || trims.has(trim_id)),
    ])
  if (types.size > 0) fails.push([bitOf('types'), ({ type_id }) => !types.has(type_id)])
  for (const name of CODE_FILTERS) {
    const codes = new Set<string>(requested.codes[name])
    const { column } = SEARCH_FILTERS[name]
    if (codes.size > 0) fails.push([bitOf(name), (kind) => !codes.has(kind[column])])
  }
  if (capacities.size > 0)
    fails.push([bitOf('vehicle_capacity'), ({ seats }) => !capacities.has(Math.min(seats, SEATS_OR_MORE))])
  for (const name of BOUND_FILTERS) {
    const bound = bounds[name]
    const { column, limit } = SEARCH_FILTERS[name]
    // As in SQL, where 0 is no bound.
    if (bound) fails.push([bitOf(name), (kind) => (limit === 'least' ? kind[column] < bound : kind[column] > bound)])
  }
  if (properties.length > 0)
    fails.push([bitOf('properties'), (kind) => !properties.every((property) => kind.properties.includes(property))])
  return fails
}
