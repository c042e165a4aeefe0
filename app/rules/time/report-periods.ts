import { addDays, type Calendar, type CalendarDate, dateOf, daysBetween, partsIn, weekday } from './calendar-date.ts'
import { instantOf } from './rental-time.ts'
import type { Span } from './spans.ts'

/** Days of a report, `to` not included. */
export interface ReportDays {
  from: CalendarDate
  to: CalendarDate
}

/** How a report's plot is divided, and what its figures are about: the last 30 full days, this month so far, or 12 months. */
export const REPORT_STEPS = ['MONTH', 'WEEK'] as const
export const REPORT_SPANS = ['DAYS_30', 'MONTH', 'YEAR'] as const
export type ReportStep = (typeof REPORT_STEPS)[number]
export type ReportSpan = (typeof REPORT_SPANS)[number]

const WEEK = 7
/** 52 weeks: the same days of the week. */
const YEAR_OF_WEEKS = 52 * WEEK
const MONTHS = 12
const WEEKS = 13
const RECENT = 30

/** What reports count by: the calendar of their reader, and the day on which a week begins (0 is Sunday). */
export interface ReportCalendar {
  today: CalendarDate
  calendar: Calendar
  firstWeekday: number
}

/** The last 12 months or 13 weeks in order, the current one last. */
export function reportSteps(step: ReportStep, { today, calendar, firstWeekday }: ReportCalendar): ReportDays[] {
  if (step === 'MONTH') {
    return Array.from({ length: MONTHS }, (_, index) => monthAt(today, calendar, index - MONTHS + 1))
  }
  const week = addDays(today, -((weekday(today) - firstWeekday + WEEK) % WEEK))
  return Array.from({ length: WEEKS }, (_, index) => {
    const from = addDays(week, (index - WEEKS + 1) * WEEK)
    return { from, to: addDays(from, WEEK) }
  })
}

/** The days that a report's figures are about. */
export function reportDays(span: ReportSpan, { today, calendar }: ReportCalendar): ReportDays {
  if (span === 'DAYS_30') return { from: addDays(today, -RECENT), to: today }
  const { from, to } = monthAt(today, calendar, 0)
  return span === 'MONTH' ? { from, to } : { from: monthAt(today, calendar, 1 - MONTHS).from, to }
}

/** The next 30 days, from tomorrow on. */
export function daysAhead(today: CalendarDate): ReportDays {
  return { from: addDays(today, 1), to: addDays(today, 1 + RECENT) }
}

/** The same a year before: months of the same name, or as many days on the same days of the week, 52 weeks before. */
export function yearBefore({ from, to }: ReportDays, calendar: Calendar, isOfMonths: boolean): ReportDays {
  if (!isOfMonths) return { from: addDays(from, -YEAR_OF_WEEKS), to: addDays(to, -YEAR_OF_WEEKS) }
  return { from: monthAt(from, calendar, -MONTHS).from, to: monthAt(to, calendar, -MONTHS).from }
}

/** The days as instants of a place, up to `until`. */
export function spanOf({ from, to }: ReportDays, zone: string, until = Number.POSITIVE_INFINITY): Span {
  const start = instantOf(from, MIDNIGHT, zone).getTime()
  return [start, Math.max(start, Math.min(instantOf(to, MIDNIGHT, zone).getTime(), until))]
}

/** The starts of days in a place, and the end of the last, up to a time; each with its day of the week. */
export function weekdayStarts(
  { from, to }: ReportDays,
  zone: string,
  until: number,
): { start: number; weekday: number }[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const day = addDays(from, index)
    return { start: Math.min(until, instantOf(day, MIDNIGHT, zone).getTime()), weekday: weekday(day) }
  })
}

/**
 * The days a year before as instants of a place. Of a period that is still under way only as much as has passed of it: half a month is
 * compared with half a month.
 */
export function spanBefore(before: ReportDays, now: Span, days: ReportDays, zone: string): Span {
  const isOver = now[1] >= spanOf(days, zone)[1]
  const [start, end] = spanOf(before, zone)
  return isOver ? [start, end] : [start, Math.min(end, start + now[1] - now[0])]
}

const MIDNIGHT = '00:00'

/** The month of a day, or one so many months later. */
function monthAt(day: CalendarDate, calendar: Calendar, later: number): ReportDays {
  const { year, month } = partsIn(day, calendar)
  const at = year * MONTHS + month - 1 + later
  const first = (months: number) =>
    dateOf({ year: Math.floor(months / MONTHS), month: (months % MONTHS) + 1, day: 1 }, calendar)
  return { from: first(at), to: first(at + 1) }
}
