import { typedDay } from '#app/features/desk/typed-day.server.ts'
import type { Language } from '#app/rules/constants.ts'
import type { ListedFilters } from './listed.ts'

/** The same filters with the typed days as the call takes them: what is no day narrows nothing. */
export function inDays<Filters extends ListedFilters>(filters: Filters, language: Language) {
  return {
    ...filters,
    company: Number(filters.company) || undefined,
    from: typedDay(filters.from, language),
    to: typedDay(filters.to, language),
  }
}
