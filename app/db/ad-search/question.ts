import type { RuleSets } from '#app/db/prices/price-rules.ts'
import type { PlannedRental } from '#app/db/prices/rental-plans.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { type BoundFilter, type CodeFilter, FILTER_NAMES, type FilterName } from '#app/rules/search/search-filters.ts'
import type { WallTime } from '#app/rules/time/rental-time.ts'

export type Ordering = 'recommended' | 'cheapest' | 'priciest' | 'rating' | 'newest'

/** A search in ids. A filter that is not set is an empty list or an undefined bound. */
export type AdQuestion = {
  categories: number[]
  city: number | undefined
  /** When a vehicle must be free, as instants for each searched city; null without dates. */
  times: { city: number; start: Date; end: Date }[] | null
  /** When it is picked up and returned, by the clock of its city; none without dates. */
  handOvers: WallTime[]
  now: Date
  /** The rental that is priced: the one of the dates, or a usual one. */
  rental: PlannedRental
  ruleSets: RuleSets
  currency: CurrencyCode
  /** Toman for one euro. */
  rate: number
  /** The vehicle has one of these brands, models or trims. */
  make: { brands: number[]; models: number[]; trims: number[] }
  types: number[]
  companies: number[]
  /** Day price as shown, in the minor unit of `currency`. */
  from: number | undefined
  to: number | undefined
  codes: Record<CodeFilter, readonly string[]>
  bounds: Partial<Record<BoundFilter, number>>
  /** The exact number of seats; 9 stands for nine or more. */
  capacities: number[]
  properties: string[]
  /** Only those that the operator pinned. */
  pinnedOnly: boolean
  /** The brands whose models are counted, and the models whose trims are. */
  modelsOf: number[]
  trimsOf: number[]
  ordering: Ordering
  page: number
  size: number
}

/** The filters that a vehicle can fail. Brands, models and trims are one filter. */
export type Filter = 'dates' | 'price' | Exclude<FilterName, 'models' | 'trims'>
/** Each is a bit of a vehicle's mask. The bit of `dates` is never set, because taken vehicles are left out. */
export const FILTERS: readonly Filter[] = ['dates', 'price', ...FILTER_NAMES.filter(isFailedAlone)]

function isFailedAlone(name: FilterName): name is Exclude<FilterName, 'models' | 'trims'> {
  return name !== 'models' && name !== 'trims'
}

/** The bit of a filter in a mask. */
export const bitOf = (filter: Filter) => 2 ** FILTERS.indexOf(filter)
