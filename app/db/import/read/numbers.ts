import type { CurrencyCode } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { Unreadable } from '../import-error.ts'

const UNITS = /\s*(?:irt|eur|euro|toman|تومان|یورو|€|cc|سی‌سی|km|کیلومتر)\s*/giu
/** Characters that can only be thousands separators: the Persian one, spaces of all widths, apostrophe, underscore. */
const SEPARATORS = /[٬\s\u200c'’_]/g
const GROUPED = /^\d{1,3}(?:([.,،])\d{3})(?:\1\d{3})*$/
const JALALI_YEARS = { first: 1300, last: 1450, behind: 621 }

/** A whole number in any digits, with or without thousands separators. Throws `Unreadable`. */
export function readWhole(text: string, least: number, most: number): number {
  const plain = plainOf(text)
  const digits = GROUPED.test(plain) ? plain.replace(/[.,،]/g, '') : plain
  if (!/^\d{1,15}$/.test(digits)) throw new Unreadable({ kind: 'not_a_number' })
  const number = Number(digits)
  if (number < least || number > most) throw new Unreadable({ kind: 'out_of_range', least, most })
  return number
}

/** An amount as people write it, in the minor unit: toman are whole, euros may have cents. Throws `Unreadable`. */
export function readMoney(text: string, currency: CurrencyCode, least: number, most: number): number {
  if (currency === 'IRT') return readWhole(text, least, most)
  const plain = plainOf(text)
  const decimal = /^(\d{1,9}|\d{1,3}(?:[,.]\d{3})+)[.,٫](\d{1,2})$/.exec(plain)
  if (!decimal) return readWhole(text, least, most) * 100
  const [, euros = '', cents = ''] = decimal
  return readWhole(euros, least, most) * 100 + Number(cents.padEnd(2, '0'))
}

/** A year of either calendar, as a Gregorian one: 1403 is 2024. Throws `Unreadable`. */
export function readYear(text: string, thisYear: number): number {
  const { first, last, behind } = JALALI_YEARS
  const written = readWhole(text, first, thisYear + 1)
  const year = written <= last ? written + behind : written
  if (year < 1950 || year > thisYear + 1)
    throw new Unreadable({ kind: 'out_of_range', least: 1950, most: thisYear + 1 })
  return year
}

function plainOf(text: string): string {
  return toLatinDigits(text).replace(UNITS, '').replace(SEPARATORS, '')
}
