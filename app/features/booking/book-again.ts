import type { Language } from '#app/rules/constants.ts'
import { bookHref } from './book-address.ts'

/** The booking page of the reservation's vehicle with the same dates and times. */
export function bookAgainHref(
  language: Language,
  reservation: {
    ad: { id: number; category: number }
    start_date: string
    start_time: string
    end_date: string
    end_time: string
  },
): string {
  const { ad, start_date, start_time, end_date, end_time } = reservation
  return bookHref(language, {
    ...ad,
    start: start_date,
    end: end_date,
    query: new URLSearchParams({ start_time, end_time }),
  })
}
