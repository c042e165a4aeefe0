import type { CoverPart } from '#app/rules/reservation/cover.ts'

/** Optional prices of a company, in the order of the form. */
export const EXTRA_FIELDS = [
  'child_seat_price',
  'extra_driver_price',
  'internet_price',
  'insurance_price',
  'free_address_fee',
] as const

/** What a driver pays of a covered damage. */
export const EXCESS_FIELDS = ['excess', 'excess_insured'] as const

/** Flexible cancellation: its price one way or the other, and until when. */
export const FLEXIBLE_FIELDS = ['flex_percent', 'flex_per_day', 'flex_until_hours'] as const

/** The field of a damage's cover. */
export const coverField = (part: CoverPart) => `cover_${part}` as const
