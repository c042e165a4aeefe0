import { CALENDARS, HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { localDigits } from './numerals.ts'

/** Iranian makers count model years in the solar calendar: 1403 is the model of 2024. */
const SOLAR_YEARS_BEHIND = 621

/**
 * A vehicle's model year in the language's digits; in Persian, vehicles in Iran have the solar year first: `۱۴۰۳
 * (۲۰۲۴)`.
 * @param zone IANA zone of the vehicle's city
 */
export function formatModelYear(year: number, zone: string, language: Language): string {
  const gregorian = localDigits(year, language)
  if (CALENDARS[language] !== 'jalali' || zone !== HOME_ZONE) return gregorian
  return `${localDigits(year - SOLAR_YEARS_BEHIND, language)} (${gregorian})`
}
