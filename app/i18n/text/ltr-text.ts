import { DIGITS, localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { toArabicDigits } from '#app/rules/text/digits.ts'

/** A reservation's number isolated for sentences of any direction: Arabic digits would reorder SV-48213. */
export function numberIn(language: Language, number: string): string {
  return isolated(localDigits(number, language))
}

/**
 * A phone, grouped, within a sentence of any direction. Groups of Arabic-Indic digits (class AN in the bidirectional
 * algorithm) would be reversed even inside an isolate, so an override is used for them.
 */
export function phoneIn(language: Language, phone: string): string {
  const text = localDigits(formatPhone(phone), language)
  return isolated(DIGITS[language] === toArabicDigits ? `\u202d${text}\u202c` : text)
}

/** A dial code isolated from its surroundings: in right-to-left text its plus would move to the other side. */
export function dialCodeIn(language: Language, code: string): string {
  return directionOf(language) === 'rtl' ? isolated(localDigits(code, language)) : code
}

/** Wraps a text in a left-to-right isolate. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`
}
