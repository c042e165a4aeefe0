import { DESK_LISTS } from '#app/contract/company/reservations/reservations.ts'
import { typedDay } from '#app/features/desk/typed-day.server.ts'
import type { Language } from '#app/rules/constants.ts'

type DeskList = (typeof DESK_LISTS)[number]

/** The query of the list as filters: dates in either calendar and any digits; invalid values filter nothing. */
export function wantedReservations(query: URLSearchParams, language: Language) {
  const text = (name: string) => query.get(name)?.trim() || undefined
  const list = DESK_LISTS.find((one) => one === query.get('list')) ?? ('all' satisfies DeskList)
  const number = (name: string) => Number(text(name)) || undefined
  return {
    list,
    q: text('q')?.slice(0, 80),
    from: typedDay(text('from'), language),
    to: typedDay(text('to'), language),
    place: number('place'),
    vehicle: number('vehicle'),
  }
}
