import { FUELS, GEARBOXES, TRUST_TYPES } from '../constants.ts'

/** One filter of the search: the column that it compares and the values that it takes. */
type SearchFilter =
  /** Any of a few codes; the word for each is in `vehicle.json` under `words`. */
  | { choose: 'codes'; column: string; codes: readonly string[]; words: string; isOpen?: true }
  /** Any entries of the catalogue (makes, body types, companies), each kind found in its own way. */
  | { choose: 'entries'; column: string; isOpen?: true }
  /** A lower or upper bound for the column; `words` is its unit, which years lack. */
  | { choose: 'bound'; column: string; limit: 'least' | 'most'; words?: 'seats' | 'suitcases' }
  /** The number of people: exactly this many seats, where nine means nine or more. */
  | { choose: 'people'; column: 'seats' }
  /** Properties that the vehicle must all have. */
  | { choose: 'properties'; column: 'properties' }

/**
 * The filters of §3 except the price, in the order of the results page; `isOpen` shows the values without a click. A
 * new filter of codes or a bound only needs a row here, a column in the table `ad` and its texts: `filter.NAME` in
 * `results.json` and `vehicle.json`, and its words in `vehicle.json`.
 */
export const SEARCH_FILTERS = {
  trust_type: { choose: 'codes', column: 'trust', codes: TRUST_TYPES, words: 'trust', isOpen: true },
  types: { choose: 'entries', column: 'type_id', isOpen: true },
  gearbox_type: { choose: 'codes', column: 'gearbox', codes: GEARBOXES, words: 'gearbox', isOpen: true },
  fuel_type: { choose: 'codes', column: 'fuel', codes: FUELS, words: 'fuel' },
  brands: { choose: 'entries', column: 'brand_id' },
  models: { choose: 'entries', column: 'model_id' },
  trims: { choose: 'entries', column: 'trim_id' },
  company: { choose: 'entries', column: 'company_id' },
  yearFrom: { choose: 'bound', column: 'year', limit: 'least' },
  yearTo: { choose: 'bound', column: 'year', limit: 'most' },
  seats: { choose: 'bound', column: 'seats', limit: 'least', words: 'seats' },
  load_capacity: { choose: 'bound', column: 'load_capacity', limit: 'least', words: 'suitcases' },
  vehicle_capacity: { choose: 'people', column: 'seats' },
  properties: { choose: 'properties', column: 'properties' },
} as const satisfies Record<string, SearchFilter>

type Filters = typeof SEARCH_FILTERS
type Choosing<Kind extends SearchFilter['choose']> = {
  [Name in FilterName]: Filters[Name]['choose'] extends Kind ? Name : never
}[FilterName]

export type FilterName = keyof Filters
export type CodeFilter = Choosing<'codes'>
export type BoundFilter = Choosing<'bound'>
/** Filters that may be chosen several times. */
export type ListFilter = Exclude<FilterName, BoundFilter>

export const FILTER_NAMES = Object.keys(SEARCH_FILTERS) as readonly FilterName[]
export const CODE_FILTERS = FILTER_NAMES.filter(isCodeFilter)
export const BOUND_FILTERS = FILTER_NAMES.filter(isBoundFilter)
export const LIST_FILTERS = FILTER_NAMES.filter((name): name is ListFilter => !isBoundFilter(name))

/** Whether a filter takes a list of codes, such as brands; narrows its type. */
export function isCodeFilter(name: FilterName): name is CodeFilter {
  return SEARCH_FILTERS[name].choose === 'codes'
}

/** Whether a filter takes one bound, such as a highest price; narrows its type. */
export function isBoundFilter(name: FilterName): name is BoundFilter {
  return SEARCH_FILTERS[name].choose === 'bound'
}
