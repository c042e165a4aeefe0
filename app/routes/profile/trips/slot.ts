import { commaOf } from '#app/features/reservation/place-line.ts'
import { formatDate, formatTime } from '#app/i18n/dates.ts'
import type { CalendarDate } from '#app/rules/calendar-date.ts'
import type { Language } from '#app/rules/constants.ts'

/** A day and a time on the clock of the rental's city: `Thu 3 Dec, 10:00`. */
export function slotIn(language: Language, date: CalendarDate, time: string): string {
  return `${formatDate(date, language, 'weekday')}${commaOf(language)}${formatTime(time, language)}`
}
