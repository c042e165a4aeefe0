import { FROM_DAYS } from '#app/rules/constants.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'

/** The days of a rental while they are being chosen. */
export interface DayRange {
  start?: CalendarDate
  end?: CalendarDate
}

/** The return day after the pick-up was changed: as many days later as before, or as a usual rental. Source: *ours*. */
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
