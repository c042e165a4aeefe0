import { toLatinDigits } from '#app/rules/text/digits.ts'
import { DAY_MS } from './durations.ts'
import { type CalendarParts, isJalaliDate, JALALI_YEARS, toGregorian, toJalali } from './jalali.ts'

/** A day without time or zone, as ISO text in the Gregorian calendar: `2026-12-03`. */
export type CalendarDate = string

export type Calendar = 'jalali' | 'gregorian'

/** What a form sends for one date: text, or its parts (a month may carry its year, as `1405-9`). */
export type DateInput = string | { day?: string; month?: string; year?: string } | null | undefined

export type ParsedDate = { ok: true; date: CalendarDate } | { ok: false; reason: 'missing' | 'not_a_date' }

const GREGORIAN_YEARS = { first: 1900, last: 2121 } as const
const NOT_A_DATE = { ok: false, reason: 'not_a_date' } as const
const MISSING = { ok: false, reason: 'missing' } as const

/**
 * Reads a date that a person typed, in any digits: ISO, or the year first or last with `/`, `-`, `.` or spaces between
 * (day before month where the year is last). A year of 1300–1500 is Jalali and one of 1900–2121 Gregorian, whatever the
 * page's calendar. In parts the year may be left out: then it is the next such day of the page's calendar that is not
 * before `today`. 30 Esfand of a common year and the like are `not_a_date`. Source: decisions.md, "Forms".
 */
export function parseDate(input: DateInput, page: { calendar: Calendar; today: CalendarDate }): ParsedDate {
  if (input == null) return MISSING
  if (typeof input === 'string') return parseText(clean(input))
  const day = clean(input.day)
  const month = clean(input.month)
  const year = clean(input.year)
  if (day === '' && month === '') return MISSING
  const monthParts = month.split(/[-/.]/)
  if (monthParts.length === 2) return parseText(`${monthParts[0]}-${monthParts[1]}-${day}`)
  if (year !== '') return parseText(`${year}-${month}-${day}`)
  if (!isNumber(day, 2) || !isNumber(month, 2)) return NOT_A_DATE
  return nextSuchDay({ month: Number(month), day: Number(day) }, page)
}

/** Whether the text is a real day in ISO form with Latin digits. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isGregorianDate(partsOf(text))
}

/** Year, month and day of an ISO date in the given calendar. */
export function partsIn(date: CalendarDate, calendar: Calendar): CalendarParts {
  return calendar === 'jalali' ? toJalali(partsOf(date)) : partsOf(date)
}

/** The ISO date of a real day of the given calendar. Throws a RangeError for a day that it does not have. */
export function dateOf(parts: CalendarParts, calendar: Calendar): CalendarDate {
  if (calendar === 'jalali') return isoOf(toGregorian(parts))
  if (!isGregorianDate(parts)) throw new RangeError(`no such day: ${Object.values(parts).join('-')}`)
  return isoOf(parts)
}

/** The day so many days later (or earlier, for a negative number). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return isoOfEpochDay(epochDay(date) + days)
}

/** Days from one date to another; negative where the second is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return epochDay(to) - epochDay(from)
}

/** Day of the week as JavaScript counts: 0 is Sunday, 5 Friday, 6 Saturday. */
export function weekday(date: CalendarDate): number {
  return (((epochDay(date) + 4) % 7) + 7) % 7
}

function parseText(text: string): ParsedDate {
  if (text === '') return MISSING
  const [first = '', middle = '', last = '', ...more] = text.split(/\s*[-/.\s]\s*/)
  if (more.length > 0 || !isNumber(middle, 2)) return NOT_A_DATE
  const yearFirst = first.length === 4
  const [year, day] = yearFirst ? [first, last] : [last, first]
  if (year.length !== 4 || !isNumber(year, 4) || !isNumber(day, 2)) return NOT_A_DATE
  return parsedParts({ year: Number(year), month: Number(middle), day: Number(day) })
}

function parsedParts(parts: CalendarParts): ParsedDate {
  const { year } = parts
  if (year >= JALALI_YEARS.first && year <= JALALI_YEARS.last) {
    return isJalaliDate(parts) ? { ok: true, date: isoOf(toGregorian(parts)) } : NOT_A_DATE
  }
  if (year < GREGORIAN_YEARS.first || year > GREGORIAN_YEARS.last || !isGregorianDate(parts)) return NOT_A_DATE
  return { ok: true, date: isoOf(parts) }
}

/** A day that does not exist in the coming year (30 Esfand, 29 February) is refused; later years are not tried. */
function nextSuchDay(
  { month, day }: { month: number; day: number },
  { calendar, today }: { calendar: Calendar; today: CalendarDate },
): ParsedDate {
  const now = partsIn(today, calendar)
  const isPast = month < now.month || (month === now.month && day < now.day)
  return parsedParts({ year: isPast ? now.year + 1 : now.year, month, day })
}

function clean(text: string | undefined): string {
  return toLatinDigits(text ?? '').trim()
}

function isNumber(text: string, digits: number): boolean {
  return text.length <= digits && /^\d+$/.test(text)
}

function isGregorianDate({ year, month, day }: CalendarParts): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function partsOf(date: CalendarDate): CalendarParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function isoOf({ year, month, day }: CalendarParts): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function epochDay(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

function isoOfEpochDay(day: number): CalendarDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
