import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { IRAN_DIAL_CODE, PHONE_DIGITS } from '../constants.ts'
import { isDialCode, withoutGrouping } from './phone.ts'

/**
 * The E.164 form of a phone (`+989121234567`), with or without its dial code and trunk prefix (0 in most countries, 8
 * in Russia, none in Italy), with spaces, dashes or brackets, in any digits. Null for anything else. A text that begins
 * with `+` or `00` brings its own dial code. Server only: the table of trunk prefixes has 150 kB. Use this to find
 * stored phones, and `validPhone` for phones to be stored. Source: decisions.md, "Identity and access".
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
 * The same if the country has such numbers, else null. An Iranian phone must be a mobile, as codes and notifications go
 * there by SMS. Source: decisions.md, "Identity and access".
 */
export function validPhone(text: string, dialCode: string): string | null {
  const phone = normalisePhone(text, dialCode)
  const parsed = phone === null ? undefined : parsePhoneNumberFromString(phone, { extract: false })
  if (!parsed?.isValid()) return null
  const isIranian = `+${parsed.countryCallingCode}` === IRAN_DIAL_CODE
  return isIranian && parsed.getType() !== 'MOBILE' ? null : phone
}

/** Up to 11 digits are a national number: an Iranian one has ten or, with its 0, eleven. */
function withoutDialCode(digits: string, dialCode: string): string {
  const code = dialCode.slice(1)
  return digits.length > PHONE_DIGITS.max && digits.startsWith(code) ? digits.slice(code.length) : digits
}

/** Null unless 7 to 11 digits are left (6 where the seventh was a leading 0). */
function inOneForm(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { extract: false })
  if (!parsed) return null
  // Outside every numbering plan, a leading 0 is a trunk prefix too.
  const number = parsed.isValid() ? parsed.nationalNumber : parsed.nationalNumber.replace(/^0+/, '')
  if (number.length < PHONE_DIGITS.min - 1 || number.length > PHONE_DIGITS.max) return null
  const whole = `+${parsed.countryCallingCode}${number}`
  // An invalid number may begin with several trunk prefixes; strip them all, so that normalising twice changes nothing.
  return whole === phone ? whole : inOneForm(whole)
}
