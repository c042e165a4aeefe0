import type { Language } from '#app/rules/constants.ts'
import { toArabicDigits, toPersianDigits } from '#app/rules/digits.ts'

/**
 * Numbers as each language writes them. By hand and not by Intl: the text must be the same on the server and in every
 * browser, whose Intl data differ, or hydration breaks; and it is a good deal faster. Tests hold it against Intl.
 * Arabic takes the Arabic-Indic digits of its tag, ar-SA (decisions.md); the specification fixes Persian's only.
 */
const GROUP: Record<Language, string> = { fa: '٬', en: ',', ar: '٬', tr: '.', de: '.' }
const DECIMAL: Record<Language, string> = { fa: '٫', en: '.', ar: '٫', tr: ',', de: ',' }

/**
 * A true minus sign. Persian has a left-to-right mark before it (design, "Right-to-left"), so that the sign stays left
 * of its number; Arabic-Indic digits order themselves otherwise and take the Arabic letter mark, as in Unicode's data.
 */
const MINUS: Record<Language, string> = { fa: '\u200e−', en: '−', ar: '\u061c−', tr: '−', de: '−' }

/** A number with separators, rounded to at most so many decimals (none unless asked for). */
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
  if (language === 'fa') return `${number}٪`
  if (language === 'ar') return `${number}٪\u061c`
  if (language === 'tr') return `%${number}`
  return language === 'de' ? `${number}\u00a0%` : `${number}%`
}

/** A text with its digits as the language writes them; no separators: for years, codes, times. */
export function localDigits(text: string | number, language: Language): string {
  if (language === 'fa') return toPersianDigits(String(text))
  return language === 'ar' ? toArabicDigits(String(text)) : String(text)
}

/** The sign that belongs before a formatted amount; empty where it is not below zero. */
export function signOf(value: number, language: Language): string {
  return value < 0 ? MINUS[language] : ''
}

/** A number without its sign, with separators and at most so many decimals; exactly so many if `fixed`. */
export function formatMagnitude(value: number, language: Language, decimals = 0, fixed = false): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(decimals).split('.')
  const kept = fixed ? fraction : fraction.replace(/0+$/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP[language])
  return localDigits(kept ? grouped + DECIMAL[language] + kept : grouped, language)
}

function isBelowZero(value: number, decimals: number): boolean {
  return value < 0 && Number(value.toFixed(decimals)) < 0
}
