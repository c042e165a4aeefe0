import { addDays, type Calendar, type CalendarDate, dateOf, partsIn } from './calendar-date.ts'

/** A month of one calendar: `2026-11`, or `1405-08` in Persian. */
export interface Month {
  key: string
  from: CalendarDate
  to: CalendarDate
  /** The first day of its year. */
  year: CalendarDate
}

/** This month and those before it, the latest first. */
export function lastMonths(today: CalendarDate, calendar: Calendar, count = 24): Month[] {
  const now = partsIn(today, calendar)
  const first = (index: number) => {
    const months = now.year * 12 + now.month - 1 - index
    return { year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 }
  }
  return Array.from({ length: count }, (_, index) => {
    const begun = first(index)
    return {
      key: `${begun.year}-${String(begun.month).padStart(2, '0')}`,
      from: dateOf(begun, calendar),
      to: addDays(dateOf(first(index - 1), calendar), -1),
      year: dateOf({ ...begun, month: 1 }, calendar),
    }
  })
}
