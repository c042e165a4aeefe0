import type { Language } from '#app/rules/constants.ts'
import { addDays, type CalendarDate, dateOf, partsIn, weekday } from '#app/rules/time/calendar-date.ts'
import { calendarOf, firstWeekday, formatDate, restWeekday } from './dates.ts'
import { localDigits } from './numerals.ts'

/** A month of the language's calendar. */
export interface CalendarMonth {
  year: number
  month: number
}

/** A day in a grid. `label` is its number in the language's digits. */
export interface CalendarDay {
  iso: CalendarDate
  label: string
  /** False for the days of the months before and after that fill the first and last week. */
  inMonth: boolean
  isRestDay: boolean
}

/** A month drawn in weeks of seven days, beginning with the language's first day. */
export interface MonthGrid extends CalendarMonth {
  /** `December 2026` */
  title: string
  first: CalendarDate
  last: CalendarDate
  weeks: CalendarDay[][]
}

/** The month of a day. */
export function monthOf(date: CalendarDate, language: Language): CalendarMonth {
  const { year, month } = partsIn(date, calendarOf(language))
  return { year, month }
}

/** The month this many months later, or earlier for a negative number. */
export function addMonths({ year, month }: CalendarMonth, months: number): CalendarMonth {
  const count = year * 12 + month - 1 + months
  return { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 }
}

/** A month as the availability calendar draws it, Jalali in Persian and otherwise Gregorian. */
export function monthGrid(month: CalendarMonth, language: Language): MonthGrid {
  const calendar = calendarOf(language)
  const first = dateOf({ ...month, day: 1 }, calendar)
  const last = addDays(dateOf({ ...addMonths(month, 1), day: 1 }, calendar), -1)
  const weeks: CalendarDay[][] = []
  for (let start = startOfWeek(first, language); start <= last; start = addDays(start, 7)) {
    weeks.push(weekFrom(start, { first, last, language }))
  }
  return { ...month, title: formatDate(first, language, 'month'), first, last, weeks }
}

/** This many months, beginning with the day's own. */
export function monthGrids(from: CalendarDate, count: number, language: Language): MonthGrid[] {
  const start = monthOf(from, language)
  return Array.from({ length: count }, (_, index) => monthGrid(addMonths(start, index), language))
}

function weekFrom(
  start: CalendarDate,
  { first, last, language }: { first: CalendarDate; last: CalendarDate; language: Language },
): CalendarDay[] {
  return Array.from({ length: 7 }, (_, index) => {
    const iso = addDays(start, index)
    return {
      iso,
      label: localDigits(partsIn(iso, calendarOf(language)).day, language),
      inMonth: iso >= first && iso <= last,
      isRestDay: weekday(iso) === restWeekday(language),
    }
  })
}

function startOfWeek(date: CalendarDate, language: Language): CalendarDate {
  return addDays(date, -((weekday(date) - firstWeekday(language) + 7) % 7))
}
