import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { localDigits } from './numerals.ts'

/** Makers count model years by the calendar of their country: 1403 is the model of 2024. */
const SOLAR_YEARS_BEHIND = 621

/**
 * A vehicle's model year in the language's digits; in Persian, one in Iran has its solar year first:
 * `۱۴۰۳ (۲۰۲۴)`.
 * @param zone IANA zone of the vehicle's city
 */
export function formatModelYear(year: number, zone: string, language: Language): string {
  const gregorian = localDigits(year, language)
  if (language !== 'fa' || zone !== HOME_ZONE) return gregorian
  return `${localDigits(year - SOLAR_YEARS_BEHIND, language)} (${gregorian})`
}
