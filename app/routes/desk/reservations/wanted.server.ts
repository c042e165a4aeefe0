import { DESK_LISTS } from '#app/contract/company/reservations/reservations.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { parseDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'

type DeskList = (typeof DESK_LISTS)[number]

/** The query of the list as filters: dates in either calendar and any digits; invalid values filter nothing. */
export function wantedReservations(query: URLSearchParams, language: Language) {
  const page = { calendar: calendarOf(language), today: dateIn(HOME_ZONE, new Date()) }
  const text = (name: string) => query.get(name)?.trim() || undefined
  const day = (name: string) => {
    const parsed = parseDate(text(name), page)
    return parsed.ok ? parsed.date : undefined
  }
  const list = DESK_LISTS.find((one) => one === query.get('list')) ?? ('all' satisfies DeskList)
  const number = (name: string) => Number(text(name)) || undefined
  return {
    list,
    q: text('q')?.slice(0, 80),
    from: day('from'),
    to: day('to'),
    place: number('place'),
    vehicle: number('vehicle'),
  }
}
