import { calendarOf } from '#app/i18n/format/dates.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { type CalendarDate, parseDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

/** The day that was typed into a list's filter, in either calendar and any digits; undefined for what is no day. */
export function typedDay(text: string | undefined, language: Language): CalendarDate | undefined {
  const parsed = parseDate(text, { calendar: calendarOf(language), today: dateIn(HOME_ZONE, new Date()) })
  return parsed.ok ? parsed.date : undefined
}
