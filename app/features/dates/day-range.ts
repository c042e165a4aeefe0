import { FROM_DAYS } from '#app/rules/constants.ts'
import { addDays, type CalendarDate, daysBetween } from '#app/rules/time/calendar-date.ts'

/** The days of a rental while they are being chosen. */
export interface DayRange {
  start?: CalendarDate
  end?: CalendarDate
}

/** The return day after a change of the pick-up: the same number of days later as before, or as in a usual rental. Source: *ours*. */
export function movedReturn({ start, end }: DayRange, pickUp: CalendarDate): CalendarDate {
  const days = start && end && end >= start ? daysBetween(start, end) : FROM_DAYS
  return addDays(pickUp, days)
}

/**
 * What choosing a day in a calendar means: after a pick-up, a later day is the return; any other day is a new pick-up,
 * with which the return moves.
 */
export function chooseDay(
  range: DayRange & { isReturnNext: boolean },
  date: CalendarDate,
): DayRange & { isReturnNext: boolean } {
  const { start, isReturnNext } = range
  if (isReturnNext && start && date >= start) return { start, end: date, isReturnNext: false }
  return { start: date, end: movedReturn(range, date), isReturnNext: true }
}
