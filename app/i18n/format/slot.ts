import type { Language } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { commaOf } from './comma.ts'
import { formatDate, formatTime } from './dates.ts'

/** A day and a time in the rental city's local time: `Thu 3 Dec, 10:00`. */
export function slotIn(language: Language, date: CalendarDate, time: string): string {
  return `${formatDate(date, language, 'weekday')}${commaOf(language)}${formatTime(time, language)}`
}
