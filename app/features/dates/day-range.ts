import { addDays, type CalendarDate, daysBetween } from '#app/rules/calendar-date.ts'
import { FROM_DAYS } from '#app/rules/constants.ts'

/** The days of a rental while they are being chosen. */
export interface DayRange {
  start?: CalendarDate
  end?: CalendarDate
}

/** The return that goes with another pick-up: as many days later as before, or a usual rental's. Source: issue 7, B6. */
export function movedReturn({ start, end }: DayRange, pickUp: CalendarDate): CalendarDate {
  const days = start && end && end >= start ? daysBetween(start, end) : FROM_DAYS
  return addDays(pickUp, days)
}

/**
 * What a day chosen in a calendar means: after a pick-up a later day is the return; every other day is another pick-up,
 * with which the return moves along.
 */
export function chooseDay(
  range: DayRange & { isReturnNext: boolean },
  date: CalendarDate,
): DayRange & { isReturnNext: boolean } {
  const { start, isReturnNext } = range
  if (isReturnNext && start && date >= start) return { start, end: date, isReturnNext: false }
  return { start: date, end: movedReturn(range, date), isReturnNext: true }
}
