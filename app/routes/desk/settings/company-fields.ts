/** Optional prices of a company, in the order of the form. */
export const EXTRA_FIELDS = [
  'child_seat_price',
  'extra_driver_price',
  'internet_price',
  'insurance_price',
  'free_address_fee',
] as const
