import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** A time in which a vehicle is free, on the clock of its city: `2026-12-03T10:00`. */
export interface FreeRange {
  start: string
  end: string
}

/** The days and times chosen so far. */
export interface ChosenDays {
  start?: CalendarDate
  end?: CalendarDate
  startTime: string
  endTime: string
}

/** Whether the vehicle can be picked up on a day at the chosen time. */
export function canPickUp(ranges: readonly FreeRange[], date: CalendarDate, { startTime }: ChosenDays): boolean {
  const at = `${date}T${startTime}`
  return ranges.some(({ start, end }) => start <= at && at < end)
}

/** Whether a rental from the chosen pick-up may end on a day: nobody else has the vehicle in between. */
export function canReturn(ranges: readonly FreeRange[], date: CalendarDate, chosen: ChosenDays): boolean {
  const from = `${chosen.start}T${chosen.startTime}`
  const to = `${date}T${chosen.endTime}`
  return to > from && ranges.some(({ start, end }) => start <= from && to <= end)
}

/**
 * What choosing a day in the calendar means: with a pick-up and no return yet, a later day is the return and an earlier
 * one a new pick-up; otherwise it is a new pick-up. Undefined when the day can't be chosen.
 */
export function choiceOf(
  ranges: readonly FreeRange[],
  date: CalendarDate,
  chosen: ChosenDays,
): { start: CalendarDate; end?: CalendarDate } | undefined {
  const isReturn = chosen.start !== undefined && chosen.end === undefined && date >= chosen.start
  if (isReturn) return canReturn(ranges, date, chosen) ? { start: chosen.start ?? date, end: date } : undefined
  return canPickUp(ranges, date, chosen) ? { start: date } : undefined
}
