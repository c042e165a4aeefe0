import { FROM_DAYS } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'

/** The time of a rental, whole. */
export interface RentalTime {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
}

/** People plan some days ahead, and a suggestion is one click less. */
const DAYS_AHEAD = 3
const TIME = '10:00'

/** The days that a search form suggests: those for which prices are shown where nobody chose any. Source: *ours*. */
export function suggestedRental(today: CalendarDate): RentalTime {
  const start_date = addDays(today, DAYS_AHEAD)
  return { start_date, start_time: TIME, end_date: addDays(start_date, FROM_DAYS), end_time: TIME }
}

/**
 * Where a tile with a price "from" leads: to the list for the same days whose first vehicle has that price.
 * @param query what the tile is about, and a currency that the page's address names
 */
export function cheapestPath(path: string, time: RentalTime, query: Record<string, string | null>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...time, ordering: 'cheapest' })) {
    if (value) parameters.set(name, value)
  }
  return `${path}?${parameters}`
}
