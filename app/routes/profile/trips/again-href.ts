import { bookHref } from '#app/features/booking/book-address.ts'
import { bookAgainHref } from '#app/features/booking/book-again.ts'
import type { Language } from '#app/rules/constants.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

type Booked = Parameters<typeof bookAgainHref>[1]

/** "Book again": the same vehicle, with the same dates while they are to come. */
export function againHref(language: Language, booked: Booked, today: CalendarDate): string {
  if (booked.start_date > today) return bookAgainHref(language, booked)
  return bookHref(language, booked.ad)
}
