import type { FoundAd } from '#app/db/ad-search/search.ts'

/**
 * What filters compare, except company, price and properties, in groups of what has few different combinations: these are numbered, so
 * that a search judges and counts combinations instead of values.
 */
export const TRAITS = {
  make: ['brand_id', 'model_id', 'trim_id', 'type_id'],
  build: ['year', 'seats', 'load_capacity'],
  style: ['gearbox', 'fuel', 'trust'],
} as const
export type TraitGroup = keyof typeof TRAITS
export type TraitColumn = (typeof TRAITS)[TraitGroup][number]
export type Traits = Pick<FoundAd, TraitColumn>

export const TRAIT_GROUPS = Object.keys(TRAITS) as readonly TraitGroup[]

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
  traits: Traits
  /** `ad.unit_group`. */
  group: number
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
 * When a vehicle is taken: the first minute of each range and the minute after its last, in order; and the same of each hold that ends by
 * itself, with the time when it does, in milliseconds.
 */
export type BusyRanges = { ranges: ArrayLike<number>; holds: ArrayLike<number> }
