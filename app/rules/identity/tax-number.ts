import { toLatinDigits } from '../text/digits.ts'

/** The kinds of tax numbers that are known: of Iran, Turkey, the Emirates and the European Union. */
export const TAX_FORMS = ['IR', 'TR', 'AE', 'EU', 'other'] as const
export type TaxForm = (typeof TAX_FORMS)[number]

/** Countries of the European Union with their prefix of VAT numbers, which differs for Greece alone. */
const EU: Record<string, string> = {
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((code) => [code, code]),
  ),
  GR: 'EL',
}

/** Digits of each number that has nothing else, and whether its last digit fits the others. */
const DIGITS: Partial<Record<TaxForm, { n: number; isValid: (digits: string) => boolean }>> = {
  IR: { n: 11, isValid: isNotOneDigit },
  TR: { n: 10, isValid: isVkn },
  AE: { n: 15, isValid: isNotOneDigit },
}
/** Where a company is registered: its national id in Iran. Elsewhere each register has its own form. */
const REGISTER_DIGITS: Record<string, number> = { IR: 11 }
const OTHER_NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,29}$/u

/** Why a number is none, as a key of `errors.json` with the values of its message. */
export type NumberProblem = {
  error: 'digits' | 'check_digit' | 'vat_number' | 'invalid'
  values?: Record<string, string | number>
}

/** The form of tax numbers in a country, by its code. */
export function taxFormOf(country: string): TaxForm {
  if (Object.hasOwn(EU, country)) return 'EU'
  return TAX_FORMS.find((form) => form === country) ?? 'other'
}

/**
 * A tax number as it is stored, without spaces and dots, or what is wrong with it. Sources: national id (Iran, 11 digits), VKN (Turkey, 10
 * digits with a check digit), TRN (Emirates, 15 digits), VAT identification number (EU, of Germany with its check digit).
 */
export function taxNumber(typed: string, country: string): { number: string } | NumberProblem {
  const form = taxFormOf(country)
  const digits = DIGITS[form]
  if (digits) return onlyDigits(typed, digits)
  if (form === 'EU') return vatNumber(typed, country)
  return freeNumber(typed)
}

/** The same for the number in the register of companies. */
export function registerNumber(typed: string, country: string): { number: string } | NumberProblem {
  const n = REGISTER_DIGITS[country]
  return n === undefined ? freeNumber(typed) : onlyDigits(typed, { n, isValid: isNotOneDigit })
}

/** A company's licence as travellers see it: none after its last day. */
export function shownLicence(
  { licence, licence_until }: { licence: string | null; licence_until: string | null },
  today: string,
): string | null {
  return licence_until === null || licence_until >= today ? licence : null
}

function onlyDigits(
  typed: string,
  { n, isValid }: { n: number; isValid: (digits: string) => boolean },
): { number: string } | NumberProblem {
  const number = compact(typed)
  if (!/^\d*$/.test(number)) return { error: 'invalid' }
  if (number.length !== n) return { error: 'digits', values: { n, typed: number.length } }
  return isValid(number) ? { number } : { error: 'check_digit' }
}

function vatNumber(typed: string, country: string): { number: string } | NumberProblem {
  const prefix = EU[country] ?? country
  const number = compact(typed).toUpperCase()
  if (country === 'DE') {
    const bare = number.replace(/^DE/, '')
    const found = onlyDigits(bare, { n: 9, isValid: isGermanVat })
    return 'number' in found ? { number: `DE${found.number}` } : found
  }
  const isVat = number.startsWith(prefix) && /^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(number)
  return isVat ? { number } : { error: 'vat_number', values: { example: `${prefix}123456789` } }
}

function freeNumber(typed: string): { number: string } | NumberProblem {
  const number = toLatinDigits(typed).trim()
  return OTHER_NUMBER.test(number) ? { number } : { error: 'invalid' }
}

function compact(typed: string): string {
  return toLatinDigits(typed).replaceAll(/[\s.\-/\u200c]/g, '')
}

function isNotOneDigit(digits: string): boolean {
  return new Set(digits).size > 1
}

/** The check digit of Turkey's tax number, vergi kimlik numarası. */
function isVkn(number: string): boolean {
  const digits = [...number].map(Number)
  const sum = digits.slice(0, -1).reduce((total, digit, index) => {
    const place = 9 - index
    const moved = (digit + place) % 10
    return total + (moved === 9 ? 9 : (moved * 2 ** place) % 9)
  }, 0)
  return (10 - (sum % 10)) % 10 === digits.at(-1)
}

/** ISO 7064, MOD 11,10. */
function isGermanVat(number: string): boolean {
  const digits = [...number].map(Number)
  const product = digits.slice(0, -1).reduce((before, digit) => (((digit + before) % 10 || 10) * 2) % 11, 10)
  return (11 - product) % 10 === digits.at(-1)
}
