import { CALENDARS, type Language } from '#app/rules/constants.ts'
import { toArabicDigits } from '#app/rules/text/digits.ts'
import { type Calendar, type CalendarDate, partsIn, weekday } from '#app/rules/time/calendar-date.ts'
import { localOf, type WallTime } from '#app/rules/time/rental-time.ts'
import { CALENDAR_NAMES } from './calendar-names.ts'
import { commaOf } from './comma.ts'
import { DIGITS, localDigits } from './numerals.ts'

/**
 * How a day is written, in English: `short` 3 Dec · `day` 3 December · `long` 3 December 2026 · `weekday` Thu 3 Dec ·
 * `full` Thursday 3 December 2026 · `month` December 2026 · `numeric` as §9 says, 2026-12-03 or jYYYY/jM/jD.
 */
export type DateStyle = 'short' | 'day' | 'long' | 'weekday' | 'full' | 'month' | 'numeric'

interface Pieces {
  day: string
  month: string
  shortMonth: string
  year: string
  weekday: string
  shortWeekday: string
}

type Pattern = (pieces: Pieces) => string

/** A no-break space keeps a day and its month on one line. */
const KEPT = '\u00a0'
/** The day before the month in every language, as the design writes it. */
const DAY_MONTH: Pattern = (p) => `${p.day}${KEPT}${p.shortMonth}`
const DAY_FULL_MONTH: Pattern = (p) => `${p.day}${KEPT}${p.month}`
const DAY_MONTH_YEAR: Pattern = (p) => `${DAY_FULL_MONTH(p)} ${p.year}`
const WEEKDAY_FIRST: Pattern = (p) => `${p.shortWeekday} ${DAY_MONTH(p)}`

const PATTERNS: Record<Language, Record<'short' | 'day' | 'long' | 'weekday' | 'full', Pattern>> = {
  fa: {
    short: DAY_MONTH,
    day: DAY_FULL_MONTH,
    long: DAY_MONTH_YEAR,
    weekday: WEEKDAY_FIRST,
    full: (p) => `${p.weekday} ${DAY_MONTH_YEAR(p)}`,
  },
  en: {
    short: DAY_MONTH,
    day: DAY_FULL_MONTH,
    long: DAY_MONTH_YEAR,
    weekday: WEEKDAY_FIRST,
    full: (p) => `${p.weekday} ${DAY_MONTH_YEAR(p)}`,
  },
  ar: {
    short: DAY_MONTH,
    day: DAY_FULL_MONTH,
    long: DAY_MONTH_YEAR,
    weekday: (p) => `${p.weekday}، ${DAY_MONTH(p)}`,
    full: (p) => `${p.weekday}، ${DAY_MONTH_YEAR(p)}`,
  },
  tr: {
    short: DAY_MONTH,
    day: DAY_FULL_MONTH,
    long: DAY_MONTH_YEAR,
    weekday: (p) => `${DAY_MONTH(p)} ${p.shortWeekday}`,
    full: (p) => `${DAY_MONTH_YEAR(p)} ${p.weekday}`,
  },
  de: {
    short: (p) => `${p.day}.${KEPT}${p.shortMonth}`,
    day: (p) => `${p.day}.${KEPT}${p.month}`,
    long: (p) => `${p.day}.${KEPT}${p.month} ${p.year}`,
    weekday: (p) => `${p.shortWeekday}, ${p.day}.${KEPT}${p.shortMonth}`,
    full: (p) => `${p.weekday}, ${p.day}.${KEPT}${p.month} ${p.year}`,
  },
}

/** The first day of the week on calendars: Saturday in Persian, Sunday in Arabic, otherwise Monday (0 is Sunday). */
const FIRST_WEEKDAY: Record<Language, number> = { fa: 6, en: 1, ar: 0, tr: 1, de: 1 }
/** The weekly day of rest: Friday in Persian and Arabic, otherwise Sunday. */
const REST_WEEKDAY: Record<Language, number> = { fa: 5, en: 0, ar: 5, tr: 0, de: 0 }

/** The calendar of a language's pages: Jalali in Persian, otherwise Gregorian (decisions.md, "Languages"). */
export function calendarOf(language: Language): Calendar {
  return CALENDARS[language]
}

/** An ISO date in the language's calendar, words and digits. */
export function formatDate(date: CalendarDate, language: Language, style: DateStyle): string {
  const { year, month, day } = partsIn(date, calendarOf(language))
  if (style === 'numeric') return numeric(date, language)
  const names = CALENDAR_NAMES[language]
  const dayOfWeek = weekday(date)
  const pieces: Pieces = {
    day: localDigits(day, language),
    month: names.months[month - 1] ?? '',
    shortMonth: names.shortMonths[month - 1] ?? '',
    year: localDigits(year, language),
    weekday: names.days[dayOfWeek] ?? '',
    shortWeekday: names.shortDays[dayOfWeek] ?? '',
  }
  return style === 'month' ? `${pieces.month} ${pieces.year}` : PATTERNS[language][style](pieces)
}

/** The two ends of a range in the same style, the year once if it is the same: `27 November` and `3 December 2026`. */
export function formatRange(
  range: { start: CalendarDate; end: CalendarDate },
  language: Language,
): { start: string; end: string } {
  const calendar = calendarOf(language)
  const isOneYear = partsIn(range.start, calendar).year === partsIn(range.end, calendar).year
  return {
    start: formatDate(range.start, language, isOneYear ? 'day' : 'long'),
    end: formatDate(range.end, language, 'long'),
  }
}

/** `HH:MM` in the language's digits; 24 hours in every language, as the time slots are. */
export function formatTime(time: string, language: Language): string {
  return localDigits(time, language)
}

/** An instant in the zone's local time: `Thu 3 Dec, 10:00`. */
export function formatInstant(instant: Date, zone: string, language: Language, style: DateStyle): string {
  return formatWallTime(localOf(instant, zone), language, style)
}

/** A local date and time: `Thu 3 Dec, 10:00`. */
export function formatWallTime({ date, time }: WallTime, language: Language, style: DateStyle): string {
  return formatDate(date, language, style) + commaOf(language) + formatTime(time, language)
}

/** The twelve months of the language's calendar, in order. */
export function monthNames(language: Language): readonly string[] {
  return CALENDAR_NAMES[language].months
}

/** The short name of a weekday, counted from Sunday as 0. */
export function shortWeekday(day: number, language: Language): string {
  return CALENDAR_NAMES[language].shortDays[day] ?? ''
}

/** The seven days in the order of the language's calendars; `weekday` counts from Sunday as 0. */
export function weekdayNames(language: Language): { weekday: number; long: string; narrow: string }[] {
  const names = CALENDAR_NAMES[language]
  return Array.from({ length: 7 }, (_, index) => {
    const day = (index + FIRST_WEEKDAY[language]) % 7
    return { weekday: day, long: names.days[day] ?? '', narrow: names.narrowDays[day] ?? '' }
  })
}

/** The first day of the week on calendars, 0 being Sunday. */
export function firstWeekday(language: Language): number {
  return FIRST_WEEKDAY[language]
}

/** The weekly day of rest, red on calendars: Friday in Persian and Arabic, otherwise Sunday. */
export function restWeekday(language: Language): number {
  return REST_WEEKDAY[language]
}

/** §9: `jYYYY/jM/jD` in Persian, otherwise ISO; Arabic uses slashes, as hyphens would reorder its digits. */
function numeric(date: CalendarDate, language: Language): string {
  if (calendarOf(language) === 'jalali') {
    const { year, month, day } = partsIn(date, 'jalali')
    return localDigits(`${year}/${month}/${day}`, language)
  }
  return DIGITS[language] === toArabicDigits ? localDigits(date.replaceAll('-', '/'), language) : date
}
