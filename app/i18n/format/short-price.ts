import { type CurrencyCode, type Language, WHOLE_UNIT } from '#app/rules/constants.ts'
import { formatNumber } from './numerals.ts'

const MILLION = 1_000_000

/** A price that is short enough for a calendar day: million toman with at most two decimals, or whole euros. */
export function shortPrice(amount: number, currency: CurrencyCode, language: Language): string {
  if (currency === 'EUR') return formatNumber(Math.round(amount / WHOLE_UNIT.EUR), language)
  return formatNumber(Math.round((amount / MILLION) * 100) / 100, language, 2)
}
