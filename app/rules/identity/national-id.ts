import { toLatinDigits } from '#app/rules/text/digits.ts'
import { PASSPORT_LENGTH } from '../constants.ts'

/** The kind of number that is expected, which decides the error message. */
export type IdentityKind = 'national_id' | 'kimlik' | 'emirates_id' | 'identity_card' | 'passport'

export type JudgedIdentity = { ok: true; kind: IdentityKind; value: string } | { ok: false; kind: IdentityKind }

type Nationality = {
  /** The country's code (ISO 3166), if it is known. */
  country?: string | undefined
  /** Where only an Iranian national id can be meant. */
  iranianOnly?: boolean
}

/**
 * Whether a text is the number of a person's own identity document, in any digits, spacing and case: a national id
 * (Iran), a T.C. kimlik no, an Emirates ID, an identity card or a passport. The nationality decides which one is
 * expected, and so the error message; without it, digits alone must be one of the first three. A foreigner may have the
 * number of the country in which they live, so these three are valid for everybody. Source: §5; decisions.md, "Identity
 * by country".
 */
export function judgeIdentity(text: string, { country, iranianOnly = false }: Nationality = {}): JudgedIdentity {
  const value = cleanIdentity(text)
  if (iranianOnly) return judged('national_id', value, isNationalId(value))
  if (!/^\d+$/.test(value)) return judgeLetters(value, country)
  const resident = NUMBERS_OF_STATES.find(({ isValid }) => isValid(value))
  if (resident) return { ok: true, kind: resident.kind, value }
  const own = NUMBERS_OF_STATES.find((one) => one.country === country)
  if (own) return { ok: false, kind: own.kind }
  if (country !== undefined) return judged('identity_card', value, isDocumentOfDigits(value, country))
  return { ok: false, kind: NUMBERS_OF_STATES.find(({ length }) => length === value.length)?.kind ?? 'national_id' }
}

/** Whether a text can be such a number of any country: what a field can check before the nationality is known. */
export function mayBeIdentity(text: string): JudgedIdentity {
  const value = cleanIdentity(text)
  const alone = judgeIdentity(value)
  if (alone.ok || !/^\d+$/.test(value)) return alone
  const isSomewhere = [...DIGIT_LENGTHS, ...Object.values(DIGIT_LENGTHS_OF).flat()].includes(value.length)
  return isSomewhere ? { ok: true, kind: 'identity_card', value } : alone
}

/** The number as it is stored: Latin digits and capitals, without spaces, dashes and dots. */
export function cleanIdentity(text: string): string {
  return toLatinDigits(text)
    .replace(/[\s.\-‐‑–/\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .toUpperCase()
}

/** Ten Latin digits, not all equal, the last of which is a checksum (§5). */
export function isNationalId(text: string): boolean {
  if (!/^\d{10}$/.test(text) || /^(\d)\1{9}$/.test(text)) return false
  return checkDigitOf(text) === Number(text[9])
}

/**
 * Eleven digits, the first not 0, the last two of which are checksums; also for residents (99…). Source: the Turkish
 * civil registry.
 */
export function isKimlik(text: string): boolean {
  return /^[1-9]\d{10}$/.test(text) && kimlikDigitsOf(text) === text.slice(9)
}

/** The two checksum digits for the first nine of a T.C. kimlik no. */
export function kimlikDigitsOf(digits: string): string {
  const places = [...digits.slice(0, 9)].map(Number)
  const sumOf = (parity: number) => places.reduce((sum, digit, place) => sum + (place % 2 === parity ? digit : 0), 0)
  const [odd, even] = [sumOf(0), sumOf(1)]
  const tenth = (odd * 7 - even + 40) % 10
  return `${tenth}${(odd + even + tenth) % 10}`
}

/**
 * 784, the year of birth, seven digits and a checksum by Luhn's formula. Source: the UAE's Federal Authority for
 * Identity.
 */
export function isEmiratesId(text: string): boolean {
  return /^784(19|20)\d{10}$/.test(text) && luhnDigitOf(text.slice(0, -1)) === Number(text.at(-1))
}

/** The checksum digit by Luhn's formula (ISO/IEC 7812). */
export function luhnDigitOf(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** 6 to 15 capital Latin letters or digits (§5). */
export function isPassport(text: string): boolean {
  return /^[A-Z0-9]+$/.test(text) && text.length >= PASSPORT_LENGTH.min && text.length <= PASSPORT_LENGTH.max
}

/** The checksum digit for the first nine of a national id. */
export function checkDigitOf(digits: string): number {
  let sum = 0
  for (let place = 0; place < 9; place += 1) sum += Number(digits[place]) * (10 - place)
  const rest = sum % 11
  return rest < 2 ? rest : 11 - rest
}

/** The checksum letter for the eight digits of a Spanish identity card. */
export function dniLetterOf(digits: string): string {
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23] ?? ''
}

/** Numbers that a country assigns to everybody who lives there. */
const NUMBERS_OF_STATES = [
  { country: 'IR', kind: 'national_id', length: 10, isValid: isNationalId },
  { country: 'TR', kind: 'kimlik', length: 11, isValid: isKimlik },
  { country: 'AE', kind: 'emirates_id', length: 15, isValid: isEmiratesId },
] as const

/** The number of digits in identity cards and passports that have only digits. */
const DIGIT_LENGTHS: readonly number[] = [7, 8, 9]
const DIGIT_LENGTHS_OF: Record<string, readonly number[]> = {
  ...{
    AT: [7, 8],
    BE: [12],
    BG: [9],
    CY: [6, 7, 8, 9, 10],
    CZ: [8, 9],
    DK: [9],
    EE: [7, 8],
    ES: [],
    FR: [12],
    HR: [9],
  },
  ...{ LT: [8], MT: [7], NL: [9], PT: [7, 8], RO: [8, 9], SE: [8], SI: [9] },
}

/** Belgium's card has a checksum; for others only the length is checked. */
function isDocumentOfDigits(value: string, country: string): boolean {
  if (!(DIGIT_LENGTHS_OF[country] ?? DIGIT_LENGTHS).includes(value.length)) return false
  return country !== 'BE' || (Number(value.slice(0, 10)) % 97 || 97) === Number(value.slice(10))
}

function judgeLetters(value: string, country: string | undefined): JudgedIdentity {
  const isDni = country === 'ES' && /^\d{8}[A-Z]$/.test(value)
  return isDni
    ? judged('identity_card', value, dniLetterOf(value.slice(0, 8)) === value[8])
    : judged('passport', value, isPassport(value))
}

function judged(kind: IdentityKind, value: string, ok: boolean): JudgedIdentity {
  return ok ? { ok, kind, value } : { ok, kind }
}
