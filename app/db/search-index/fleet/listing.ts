import type { FoundAd } from '#app/db/ad-search/search.ts'

/** What vehicles of one kind share: everything that filters compare, except company, price and properties. */
export const KIND_COLUMNS = [
  'brand_id',
  'model_id',
  'trim_id',
  'type_id',
  'year',
  'gearbox',
  'fuel',
  'seats',
  'load_capacity',
  'trust',
] as const
export type KindColumn = (typeof KIND_COLUMNS)[number]
export type Kind = Pick<FoundAd, KindColumn>

/** What only cards show. */
export type Details = Pick<
  FoundAd,
  'colour' | 'guarantee_amount' | 'mileage_per_day' | 'fuel_rule' | 'pinned' | 'pinned_paid'
>

/** What search knows of a company. `gap` is in minutes. */
export type IndexedCompany = { id: number; isEuro: boolean; gap: number }

/** A vehicle on offer, as it is read from the database. */
export type Listing = {
  id: number
  city: number
  category: number
  company: IndexedCompany
  kind: Kind
  properties: readonly string[]
  details: Details
  /** By tier, in the order of `TIERS`, in the minor unit of the company's currency. */
  prices: readonly number[]
  /** Its own gap in minutes; null: its company's. */
  gap: number | null
  score: number
  /** Where it stands among the pinned; null if it is not pinned. */
  pinnedPlace: number | null
  ratingSum: number
  ratingCount: number
  picture: string
  busy: BusyRanges
}

/**
 * When a vehicle is taken, in order, as pairs of numbers: the first minute, twice, plus one where a hold ends by itself, and the minute
 * after the last. `holds` has the end of each such hold, in milliseconds.
 */
export type BusyRanges = { ranges: ArrayLike<number>; holds: readonly number[] }
