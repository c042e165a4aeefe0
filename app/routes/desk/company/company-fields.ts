import { LANGUAGES } from '#app/rules/constants.ts'

/** Prices that a company may set or leave out, in the order of the form. */
export const EXTRA_FIELDS = [
  'child_seat_price',
  'extra_driver_price',
  'internet_price',
  'insurance_price',
  'free_address_fee',
] as const

/** The fields of a place's fees. */
export const FEE_FIELDS = ['receive_fee', 'return_fee'] as const

/** The fields of a text in each language: `about_fa`. */
export const textFields = (name: string) => LANGUAGES.map((one) => `${name}_${one}`)
