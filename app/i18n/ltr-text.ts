import { directionOf } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import type { Language } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/phone.ts'

/** A reservation's number within a sentence of any direction: Arabic digits would turn SV-48213 around. */
export function numberIn(language: Language, number: string): string {
  return isolated(localDigits(number, language))
}

/**
 * A phone, grouped, within a sentence of any direction. Groups of Arabic-Indic digits would stand in reverse even between
 * isolates (they are "AN" to Unicode's algorithm, not "EN"): there the order is overridden.
 */
export function phoneIn(language: Language, phone: string): string {
  const text = localDigits(formatPhone(phone), language)
  return isolated(language === 'ar' ? `\u202d${text}\u202c` : text)
}

/** A dial code beside a name of any direction: in a right-to-left text its plus would stand behind it. */
export function dialCodeIn(language: Language, code: string): string {
  return directionOf(language) === 'rtl' ? isolated(localDigits(code, language)) : code
}

/** Left to right between Unicode's isolates, whatever the direction around it. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`
}
