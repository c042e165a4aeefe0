import { toLatinDigits } from '#app/rules/text/digits.ts'
import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'

/** An amount in the minor unit, or what is wrong with it: a key of `errors.json`. */
export type TypedAmount = { minor: number } | { fieldError: 'required' | 'number' | 'whole_toman' }

/** Groups of three digits with any separators, and one or two digits after a point or comma. */
const AMOUNT = /^(\d+|\d{1,3}(?:[.,٬’' ]\d{3})+)(?:[.,٫](\d{1,2}))?$/
/** After the Arabic decimal separator, any number of digits is a fraction. */
const FRACTION = /[.,٫]\d{1,2}$|٫\d*$/

/**
 * An amount as people of five languages type it, in whole units, in any digits and with separators of thousands:
 * `۱۲٬۰۰۰`, `12,000`, `12.000`, `10,50`. Toman have no fractions. The API refuses amounts that are too large. Source:
 * *ours*.
 */
export function typedAmount(typed: string, currency: CurrencyCode): TypedAmount {
  const plain = toLatinDigits(typed).replaceAll(/\s/g, ' ').trim()
  if (plain === '') return { fieldError: 'required' }
  const [, whole, fraction = ''] = AMOUNT.exec(plain) ?? []
  if (currency === 'IRT' && FRACTION.test(plain)) return { fieldError: 'whole_toman' }
  if (whole === undefined) return { fieldError: 'number' }
  const units = Number(whole.replaceAll(/\D/g, '')) * WHOLE_UNIT[currency]
  return { minor: Math.min(units + Number(fraction.padEnd(2, '0')), Number.MAX_SAFE_INTEGER) }
}

/** An amount as a form shows it at first: in whole units, without separators. */
export function amountToType(minor: number, currency: CurrencyCode): string {
  return String(minor / WHOLE_UNIT[currency])
}
