import { namePattern } from '#app/db/matching-text.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { foldText, toLatinDigits } from '#app/rules/text/digits.ts'

/** Fewer digits than these are no part of a number that anybody would look for. */
const DIGITS_PART = 4

/** What was typed, as each kind of thing would have it. */
export type Wanted = {
  /** As it was typed, without digits of other scripts. */
  text: string
  /** A part of a name, with letters of one form, for `like`. */
  name: string
  /** A number alone; 0 where it is none. */
  number: number
  phone: string | null
  /** A part of a phone's or plate's digits; empty where it is too short. */
  digits: string
  /** A part of a plate: letters and digits alone. */
  plate: string
}

/** Reads what was typed. */
export function wantedOf(q: string): Wanted {
  const text = toLatinDigits(q).trim()
  // A number with letters, as SV-48213, is no part of a phone.
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : ''
  return {
    text,
    name: namePattern(q),
    number: /^\d{1,9}$/.test(text) ? Number(text) : 0,
    phone: normalisePhone(q, '+98'),
    digits: digits.length >= DIGITS_PART ? digits : '',
    plate: foldText(q).replace(/[^\p{L}\p{N}]/gu, ''),
  }
}
