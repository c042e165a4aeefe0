import { toLatinDigits } from '#app/rules/text/digits.ts'
import { IRAN_DIAL_CODE, PHONE_DIGITS } from '../constants.ts'

/** Dial codes of one and two digits; every other code has three (ITU-T E.164). */
const SHORT_DIAL_CODES =
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  )

/**
 * Whether the phone field holds 7 to 11 digits (§5) in any script and grouping, or an international number of at most
 * 15 digits (E.164). A leading 0 does not count where there are more digits (0151 23456789). Source: decisions.md,
 * "Identity and access".
 */
export function isPhone(text: string): boolean {
  const digits = withoutGrouping(text)
  const number = digits.length > PHONE_DIGITS.max ? digits.replace(/^0/, '') : digits
  const isPart = /^\d+$/.test(number) && number.length >= PHONE_DIGITS.min && number.length <= PHONE_DIGITS.max
  return isPart || /^(\+|00)[1-9]\d{7,14}$/.test(digits)
}

/** Whether the text is a dial code: `+` and one to three digits, the first not 0. */
export function isDialCode(text: string): boolean {
  return /^\+[1-9]\d{0,2}$/.test(text)
}

/** A dial code with its plus, as forms send it either way; empty stays empty. */
export function withPlus(dialCode = ''): string {
  return dialCode && !dialCode.startsWith('+') ? `+${dialCode}` : dialCode
}

/** A phone without spaces, dashes, brackets and direction marks, its digits Latin. */
export function withoutGrouping(text: string): string {
  return toLatinDigits(text).replace(/[\s().\-\u200e\u200f\u202a-\u202e]/g, '')
}

/** The dial code of a phone in E.164 form: `+98` of `+989121234567`. */
export function dialCodeOf(phone: string): string {
  const short = SHORT_DIAL_CODES.find((code) => phone.startsWith(`+${code}`))
  return phone.slice(0, short ? short.length + 1 : 4)
}

/** Whether a phone in E.164 is of Iran. */
export function isIranian(phone: string): boolean {
  return dialCodeOf(phone) === IRAN_DIAL_CODE
}

/** Whether an SMS reaches a number: Iranian ones (protocols/sms.md), others where a provider for them is configured. */
export function smsReaches(phone: string, { smsAbroad }: { smsAbroad: boolean }): boolean {
  return smsAbroad || isIranian(phone)
}

/** A phone in E.164 form, grouped for reading: `+98 912 123 4567`. Render it left to right. */
export function formatPhone(phone: string): string {
  const code = dialCodeOf(phone)
  return [code, ...groupsOf(phone.slice(code.length))].join(' ')
}

/** Threes from the start, the last group being of two to four: 912 123 4567. */
function groupsOf(digits: string): string[] {
  if (digits.length <= 4) return digits ? [digits] : []
  return [digits.slice(0, 3), ...groupsOf(digits.slice(3))]
}
