import type { Language } from '#app/rules/constants.ts'
import { toArabicDigits, toPersianDigits } from '#app/rules/text/digits.ts'

/**
 * Number formats of each language. Not by Intl, whose data differ between browsers and the server, which breaks
 * hydration, and which is slower. Tests compare the results with Intl. Arabic uses the Arabic-Indic digits of its tag,
 * ar-SA (decisions.md); the specification only fixes Persian digits.
 */
const GROUP: Record<Language, string> = { fa: '٬', en: ',', ar: '٬', tr: '.', de: '.' }
const DECIMAL: Record<Language, string> = { fa: '٫', en: '.', ar: '٫', tr: ',', de: ',' }

/**
 * The minus sign (U+2212). Persian has a left-to-right mark before it (design, "Right-to-left"), which keeps the sign
 * left of its number; Arabic has the Arabic letter mark, as in CLDR.
 */
const MINUS: Record<Language, string> = { fa: '\u200e−', en: '−', ar: '\u061c−', tr: '−', de: '−' }

/** Percent formats; 0 stands for the number. */
const PERCENT: Record<Language, string> = { fa: '0٪', en: '0%', ar: '0٪\u061c', tr: '%0', de: '0\u00a0%' }

/** Writes the digits of a text as each language does. */
export const DIGITS: Record<Language, (text: string) => string> = {
  fa: toPersianDigits,
  en: String,
  ar: toArabicDigits,
  tr: String,
  de: String,
}

/** A number with separators, rounded to at most this many decimals (none by default). */
export function formatNumber(value: number, language: Language, decimals = 0): string {
  const sign = isBelowZero(value, decimals) ? MINUS[language] : ''
  return sign + formatMagnitude(value, language, decimals)
}

/** A number with exactly one decimal, as a rating: 4.8 is `۴٫۸` and 4 is `۴٫۰`. */
export function formatDecimal(value: number, language: Language): string {
  return (isBelowZero(value, 1) ? MINUS[language] : '') + formatMagnitude(value, language, 1, true)
}

/** A share in whole per cent: 12 is `12%`, `۱۲٪`, `%12`, `12 %`. */
export function formatPercent(percent: number, language: Language): string {
  const number = formatNumber(percent, language)
  return PERCENT[language].replace('0', number)
}

/** A text with its digits as the language writes them; no separators: for years, codes, times. */
export function localDigits(text: string | number, language: Language): string {
  return DIGITS[language](String(text))
}

/** The minus sign of a formatted amount; empty for zero and above. */
export function signOf(value: number, language: Language): string {
  return value < 0 ? MINUS[language] : ''
}

/** A number without its sign, with separators and at most this many decimals; exactly this many if `fixed`. */
export function formatMagnitude(value: number, language: Language, decimals = 0, fixed = false): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(decimals).split('.')
  const kept = fixed ? fraction : fraction.replace(/0+$/, '')
  let grouped = whole
  // A loop takes a third of the time of a regular expression, and a page of results has two hundred numbers.
  for (let at = whole.length - 3; at > 0; at -= 3) grouped = grouped.slice(0, at) + GROUP[language] + grouped.slice(at)
  return localDigits(kept ? grouped + DECIMAL[language] + kept : grouped, language)
}

function isBelowZero(value: number, decimals: number): boolean {
  return value < 0 && Number(value.toFixed(decimals)) < 0
}
