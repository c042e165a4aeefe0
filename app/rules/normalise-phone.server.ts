import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { IRAN_DIAL_CODE, PHONE_DIGITS } from './constants.ts'
import { toLatinDigits } from './digits.ts'
import { isDialCode, withoutGrouping } from './phone.ts'

/**
 * The one form of a phone (E.164: `+989121234567`), however it was written: with or without the dial code, with the
 * digits that its country dials first within itself (0 in most, 8 in Russia, none in Italy), spaces, dashes or brackets,
 * in any digits. Null where no phone can be meant. A text that begins with `+` or `00` names its own dial code. For the
 * server alone: what each country dials is a table of 150 kB. For finding what was stored; what is to be stored is judged by `validPhone`.
 * Source: decisions.md, "Identity and access".
 */
export function normalisePhone(text: string, dialCode: string): string | null {
  const written = withoutGrouping(text)
  if (!/^\+?\d+$/.test(written)) return null
  const international = written.replace(/^00/, '+')
  if (international.startsWith('+')) return inOneForm(international)
  const code = toLatinDigits(dialCode).trim()
  return isDialCode(code) ? inOneForm(`${code}${withoutDialCode(written, code)}`) : null
}

/**
 * The same where its country has such numbers; an Iranian one must be a mobile's, as codes and news go there by SMS. Null for all
 * else. Source: issue 16; decisions.md, "Identity and access".
 */
export function validPhone(text: string, dialCode: string): string | null {
  const phone = normalisePhone(text, dialCode)
  const parsed = phone === null ? undefined : parsePhoneNumberFromString(phone, { extract: false })
  if (!parsed?.isValid()) return null
  const isIranian = `+${parsed.countryCallingCode}` === IRAN_DIAL_CODE
  return isIranian && parsed.getType() !== 'MOBILE' ? null : phone
}

/** Within 11 digits nobody repeats the dial code: an Iranian number alone has ten or, with its 0, eleven. */
function withoutDialCode(digits: string, dialCode: string): string {
  const code = dialCode.slice(1)
  return digits.length > PHONE_DIGITS.max && digits.startsWith(code) ? digits.slice(code.length) : digits
}

/** If 7 to 11 digits are left (6 where a 0 was the seventh). */
function inOneForm(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { extract: false })
  if (!parsed) return null
  // A 0 that begins a number of no country's plan is the one that people dial first, too.
  const number = parsed.isValid() ? parsed.nationalNumber : parsed.nationalNumber.replace(/^0+/, '')
  if (number.length < PHONE_DIGITS.min - 1 || number.length > PHONE_DIGITS.max) return null
  const whole = `+${parsed.countryCallingCode}${number}`
  // What is left may begin with such digits again, in an invalid number: even so one person has one form.
  return whole === phone ? whole : inOneForm(whole)
}
