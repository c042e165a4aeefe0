import type { RuleSets } from '#app/db/prices/price-rules.ts'
import type { PlannedRental } from '#app/db/prices/rental-plans.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { type BoundFilter, type CodeFilter, FILTER_NAMES, type FilterName } from '#app/rules/search/search-filters.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

export type Ordering = 'recommended' | 'cheapest' | 'priciest' | 'rating' | 'newest'

/** What is searched for, in ids: every list empty and every bound undefined where nothing is asked. */
export type AdQuestion = {
  categories: number[]
  city: number | undefined
  /** When it must be free, in the time of each city that is searched; null without dates. */
  times: { city: number; start: Date; end: Date }[] | null
  /** The first and the last day of the rental, by the clock of its city; none without dates. */
  days: CalendarDate[]
  now: Date
  /** The rental that prices are of: that of the dates, or a usual one. */
  rental: PlannedRental
  ruleSets: RuleSets
  currency: CurrencyCode
  /** Toman for one euro. */
  rate: number
  /** A vehicle is of one of these brands, models or trims. */
  make: { brands: number[]; models: number[]; trims: number[] }
  types: number[]
  companies: number[]
  /** Day price as shown, in the minor unit of `currency`. */
  from: number | undefined
  to: number | undefined
  codes: Record<CodeFilter, readonly string[]>
  bounds: Partial<Record<BoundFilter, number>>
  /** Exactly so many seats; 9 stands for nine or more. */
  capacities: number[]
  properties: string[]
  /** Only those that the operator pinned. */
  pinnedOnly: boolean
  /** Whose models, and whose trims, are counted. */
  modelsOf: number[]
  trimsOf: number[]
  ordering: Ordering
  page: number
  size: number
}

/** The filters that a vehicle can fail; models and trims narrow the brands, and are one filter with them. */
export type Filter = 'dates' | 'price' | Exclude<FilterName, 'models' | 'trims'>
/** Each is a bit of a vehicle's mask; that of `dates` is never set: taken vehicles are left out. */
export const FILTERS: readonly Filter[] = ['dates', 'price', ...FILTER_NAMES.filter(isFailedAlone)]

function isFailedAlone(name: FilterName): name is Exclude<FilterName, 'models' | 'trims'> {
  return name !== 'models' && name !== 'trims'
}

/** The bit of a filter in a mask. */
export const bitOf = (filter: Filter) => 2 ** FILTERS.indexOf(filter)
