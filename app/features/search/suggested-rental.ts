import { FROM_DAYS } from '#app/rules/constants.ts'
import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'

/** The complete time of a rental. */
export interface RentalTime {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
}

/** The suggested pick-up is this many days from now: people plan some days ahead. */
const DAYS_AHEAD = 3
const TIME = '10:00'

/** The days that a search form suggests, for which prices are shown until somebody chooses other days. Source: *ours*. */
export function suggestedRental(today: CalendarDate): RentalTime {
  const start_date = addDays(today, DAYS_AHEAD)
  return { start_date, start_time: TIME, end_date: addDays(start_date, FROM_DAYS), end_time: TIME }
}

/**
 * The link of a tile with a price "from": the list for the same days, whose first vehicle has that price.
 * @param query the tile's city or body type, and the currency if the page's address has one
 */
export function cheapestPath(path: string, time: RentalTime, query: Record<string, string | null>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...time, ordering: 'cheapest' })) {
    if (value) parameters.set(name, value)
  }
  return `${path}?${parameters}`
}
