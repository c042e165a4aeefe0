/** Prices that a company may set or leave out, in the order of the form. */
export const PRICES = [
  'free_address_fee',
  'child_seat_price',
  'extra_driver_price',
  'internet_price',
  'insurance_price',
] as const

/** What may be changed of each place. */
export const PLACE_FIELDS = ['phone', 'opens_at', 'closes_at', 'receive_fee', 'return_fee'] as const
