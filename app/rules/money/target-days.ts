import { addDays, type CalendarDate, partsIn, weekday } from '#app/rules/time/calendar-date.ts'
import { easterOf } from '#app/rules/time/holidays.ts'

/** The time zone of TARGET's business days. */
export const TARGET_ZONE = 'Europe/Berlin'

/** Fixed days on which euro transfers are not settled; Good Friday and Easter Monday come in addition. */
const CLOSED = ['01-01', '05-01', '12-25', '12-26']

/** The first day after this one on which banks settle transfers in euro. Source: ECB, TARGET's long-term calendar of closing days. */
export function nextTargetDay(date: CalendarDate): CalendarDate {
  const next = addDays(date, 1)
  return isTargetDay(next) ? next : nextTargetDay(next)
}

function isTargetDay(date: CalendarDate): boolean {
  if ([0, 6].includes(weekday(date)) || CLOSED.includes(date.slice(5))) return false
  const easter = easterOf(partsIn(date, 'gregorian').year)
  return date !== addDays(easter, -2) && date !== addDays(easter, 1)
}
