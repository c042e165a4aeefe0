import { PHONE_DIGITS } from './constants.ts'
import { toLatinDigits } from './digits.ts'

/** Dial codes of one and two digits; every other code has three (ITU-T E.164). */
const SHORT_DIAL_CODES =
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  )

/**
 * Whether the phone field holds 7 to 11 digits (§5), in any script and grouped as people write them, or a whole number
 * with its dial code (decisions.md, "Identity and access": one person however it is written).
 */
export function isPhone(text: string): boolean {
  const digits = withoutGrouping(text)
  const isPart = /^\d+$/.test(digits) && digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max
  return isPart || (/^(\+|00)/.test(digits) && normalisePhone(digits, '') !== null)
}

/** Whether the text is a dial code: `+` and one to three digits, the first not 0. */
export function isDialCode(text: string): boolean {
  return /^\+[1-9]\d{0,2}$/.test(text)
}

/**
 * The one form of a phone (E.164: `+989121234567`), however it was written: with or without the dial code, a leading 0
 * or 00, spaces, dashes or brackets, in any digits. Null where no phone can be meant. A text that begins with `+` or
 * `00` names its own dial code. Source: decisions.md, "Identity and access".
 */
export function normalisePhone(text: string, dialCode: string): string | null {
  const written = withoutGrouping(text)
  if (!/^\+?\d+$/.test(written)) return null
  const international = written.replace(/^00/, '+')
  if (international.startsWith('+')) return checked(international)
  const code = toLatinDigits(dialCode).trim()
  return isDialCode(code) ? checked(`${code}${withoutDialCode(written, code)}`) : null
}

function withoutGrouping(text: string): string {
  return toLatinDigits(text).replace(/[\s().\-\u200e\u200f\u202a-\u202e]/g, '')
}

/** The dial code of a phone in its one form: `+98` of `+989121234567`. */
export function dialCodeOf(phone: string): string {
  const short = SHORT_DIAL_CODES.find((code) => phone.startsWith(`+${code}`))
  return phone.slice(0, short ? short.length + 1 : 4)
}

/** A phone in its one form, grouped for reading: `+98 912 123 4567`. To be set left to right. */
export function formatPhone(phone: string): string {
  const code = dialCodeOf(phone)
  return [code, ...groupsOf(phone.slice(code.length))].join(' ')
}

/** Threes from the start, the last group being of two to four: 912 123 4567. */
function groupsOf(digits: string): string[] {
  if (digits.length <= 4) return digits ? [digits] : []
  return [digits.slice(0, 3), ...groupsOf(digits.slice(3))]
}

/** Within 11 digits nobody repeats the dial code: an Iranian number alone has ten or, with its 0, eleven. */
function withoutDialCode(digits: string, dialCode: string): string {
  const code = dialCode.slice(1)
  return digits.length > PHONE_DIGITS.max && digits.startsWith(code) ? digits.slice(code.length) : digits
}

/** The number without the 0 that people write after the code, if 7 to 11 digits are left (6 where a 0 was the seventh). */
function checked(phone: string): string | null {
  if (!/^\+[1-9]/.test(phone)) return null
  const code = dialCodeOf(phone)
  const written = phone.slice(code.length)
  // Italy's 0 belongs to the number and is dialled from abroad too.
  const number = code === '+39' ? written : written.replace(/^0+/, '')
  const isRight = number.length >= PHONE_DIGITS.min - 1 && number.length <= PHONE_DIGITS.max
  return isRight ? `${code}${number}` : null
}
