import { pathIn } from '#app/i18n/language.ts'
import { CATEGORY, type Language } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

/** The two kinds of vehicles as addresses name them (§2). */
export const KINDS = { car: CATEGORY.CAR, motor: CATEGORY.MOTOR } as const
export type Kind = keyof typeof KINDS

/** Query parameters that links to another day or month keep. */
const KEPT = ['currency', 'start_time', 'end_time', 'month']

export interface BookAddress {
  category: number
  id: number
  start?: CalendarDate
  end?: CalendarDate
  query?: URLSearchParams
}

/** The kind that a category's addresses carry; a motorbike's is `motor`, every other `car`. */
export function kindOf(category: number): Kind {
  return category === CATEGORY.MOTOR ? 'motor' : 'car'
}

/** `/book/car/12/2026-12-03/2026-12-08?start_time=09:00`, without language. */
export function bookPath({ category, id, start, end, query }: BookAddress): string {
  const path = ['/book', kindOf(category), id, start, start && end].filter(Boolean).join('/')
  const kept = new URLSearchParams(KEPT.flatMap((name) => (query?.get(name) ? [[name, query.get(name) ?? '']] : [])))
  return kept.size > 0 ? `${path}?${kept}` : path
}

/** The same in a language: for plain links. */
export function bookHref(language: Language, address: BookAddress): string {
  return pathIn(language, bookPath(address))
}
