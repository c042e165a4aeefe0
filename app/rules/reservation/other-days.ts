import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'

/** By how many days a rental is moved at most when staff look for other days. Source: *ours*. */
export const EARLIEST_SHIFT = -7
export const LATEST_SHIFT = 30
/** How many of these days are priced until one can be booked. Source: *ours*. */
export const MOST_TRIED = 5

/** By how many days a rental could move, the pick-up being neither before today nor where it is. */
export function shiftsOf(pickUp: CalendarDate, today: CalendarDate): number[] {
  const all = Array.from({ length: LATEST_SHIFT - EARLIEST_SHIFT + 1 }, (_one, index) => EARLIEST_SHIFT + index)
  return all.filter((days) => days !== 0 && addDays(pickUp, days) >= today)
}

/** The smallest moves first; of two that are equally far, the later one. */
export function nearestFirst(shifts: readonly number[]): number[] {
  return shifts.toSorted((one, other) => Math.abs(one) - Math.abs(other) || other - one)
}
