import type { Language } from '#app/rules/constants.ts'
import { type Period, type Week, weekParts } from '#app/rules/time/opening-hours.ts'
import { commaOf } from './comma.ts'
import { firstWeekday, formatTime, shortWeekday } from './dates.ts'

/** The word between the ends of a range; a dash would not be safe in right-to-left text (locales/README.md). */
const UNTIL: Record<Language, string> = { fa: ' تا ', en: ' to ', ar: ' إلى ', tr: '–', de: ' bis ' }
/** Sunday, as the days of a week of hours are counted from Monday. */
const SUNDAY = 6

/**
 * A week of opening hours in one line, days with equal hours grouped: `Mon to Fri 09:00 to 13:00, 16:00 to 20:00 · Sat
 * to Sun closed`.
 */
export function weekText(week: Week, language: Language, closed: string): string {
  const parts = weekParts(week, (firstWeekday(language) + SUNDAY) % 7)
  const name = (day: number) => shortWeekday((day + 1) % 7, language)
  return parts
    .map(({ first, last, periods }) => {
      const hours = periods.length > 0 ? periodsText(periods, language) : closed
      if (parts.length === 1) return hours
      const days = first === last ? name(first) : `${name(first)}${UNTIL[language]}${name(last)}`
      return `${days} ${hours}`
    })
    .join(' · ')
}

/** The periods of a day: `09:00 to 13:00, 16:00 to 20:00`. */
export function periodsText(periods: readonly Period[], language: Language): string {
  return periods
    .map(([from, to]) => `${formatTime(from, language)}${UNTIL[language]}${formatTime(to, language)}`)
    .join(commaOf(language))
}
