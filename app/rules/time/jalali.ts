import { DAY_MS } from './durations.ts'

/**
 * The Jalali calendar by arithmetic. From 1300 to 1500 it equals the official calendar on every day (tested against
 * Intl); outside these years it is self-consistent but may be a day off. Source: *ours*; decisions.md, "Languages".
 */

/** A day of either calendar; months and days count from 1. */
export interface CalendarParts {
  year: number
  month: number
  day: number
}

/** Years for which this calendar is exact. */
export const JALALI_YEARS = { first: 1300, last: 1500 } as const

const EPOCH_DAY_OF_NOWRUZ_1405 = Date.UTC(2026, 2, 21) / DAY_MS

/** Whether Esfand of this Jalali year has 30 days. */
export function isJalaliLeap(year: number): boolean {
  return epochDayOfNowruz(year + 1) - epochDayOfNowruz(year) === 366
}

/** Days in a month of a Jalali year: 29, 30 or 31. */
export function jalaliMonthLength(year: number, month: number): number {
  if (month <= 6) return 31
  return month < 12 || isJalaliLeap(year) ? 30 : 29
}

/** Whether the Jalali calendar has such a day: 30 Esfand only in a leap year. */
export function isJalaliDate({ year, month, day }: CalendarParts): boolean {
  return (
    [year, month, day].every(Number.isInteger) &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= jalaliMonthLength(year, month)
  )
}

/** Converts a Gregorian date to Jalali. */
export function toJalali({ year, month, day }: CalendarParts): CalendarParts {
  const epochDay = Date.UTC(year, month - 1, day) / DAY_MS
  let jalaliYear = year - 621
  if (epochDay < epochDayOfNowruz(jalaliYear)) jalaliYear -= 1
  const dayOfYear = epochDay - epochDayOfNowruz(jalaliYear)
  if (dayOfYear < 186) return { year: jalaliYear, month: Math.floor(dayOfYear / 31) + 1, day: (dayOfYear % 31) + 1 }
  const sinceMehr = dayOfYear - 186
  return { year: jalaliYear, month: Math.floor(sinceMehr / 30) + 7, day: (sinceMehr % 30) + 1 }
}

/** Converts a Jalali date to Gregorian. Throws a RangeError for a day that the calendar does not have. */
export function toGregorian(jalali: CalendarParts): CalendarParts {
  if (!isJalaliDate(jalali)) throw new RangeError(`no such Jalali day: ${Object.values(jalali).join('-')}`)
  const { year, month, day } = jalali
  const daysBeforeMonth = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30
  const date = new Date((epochDayOfNowruz(year) + daysBeforeMonth + day - 1) * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/**
 * Days from 1970-01-01 to 1 Farvardin. Eight leap years in each cycle of 33, at the positions of the official calendar.
 */
function epochDayOfNowruz(year: number): number {
  return EPOCH_DAY_OF_NOWRUZ_1405 + daysSinceYearZero(year) - daysSinceYearZero(1405)
}

function daysSinceYearZero(year: number): number {
  return 365 * year + Math.floor((8 * year + 21) / 33)
}
