import { LANGUAGES } from '#app/rules/constants.ts'

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

/** Whether the form has a field of this name: `phone`, `about_fa`, `place_31_receive_fee`. */
export function isCompanyField(name: string): boolean {
  const place = /^place_\d{1,9}_(\w+)$/.exec(name)?.[1]
  if (place) return PLACE_FIELDS.some((field) => field === place)
  return name === 'phone' || PRICES.some((price) => price === name) || LANGUAGES.some((one) => name === `about_${one}`)
}
