import { TIME_SLOTS } from '../../constants.ts'
import type { CalendarDate } from '../../time/calendar-date.ts'
import { isOpenAt, type OpeningHours } from '../../time/opening-hours.ts'

/** How a traveller comes to the place of the pick-up. */
export const ARRIVAL_WAYS = ['FLIGHT', 'SHIP', 'OTHER'] as const
export type ArrivalWay = (typeof ARRIVAL_WAYS)[number]

/** Two letters or digits of the airline, a number of one to four digits, perhaps a letter. Source: IATA. */
export const FLIGHT = /^[A-Z0-9]{2,3}\d{1,4}[A-Z]?$/

/** The rental's local times, and the hours of the place where it begins; null at an address of the customer's. */
export interface ArrivalAt {
  start: { date: CalendarDate; time: string }
  end: { date: CalendarDate; time: string }
  hours: OpeningHours | null
}

/**
 * What is wrong with a time of arrival on the day of the pick-up, as a key of `errors.json` with the time that its message names; null if
 * nothing is. Nobody comes before the booked time, after the rental, or while the place is closed.
 */
export function arrivalError(
  time: string,
  { start, end, hours }: ArrivalAt,
): { key: 'arrival_early' | 'arrival_over' | 'arrival_closed'; time: string } | null {
  if (time < start.time) return { key: 'arrival_early', time: start.time }
  if (start.date === end.date && time >= end.time) return { key: 'arrival_over', time: end.time }
  if (!hours || isOpenAt(hours, { date: start.date, time }) || time === start.time) return null
  return { key: 'arrival_closed', time: lastOpen(hours, start) }
}

/** The last half hour without a break from the booked time on at which the place is open. */
function lastOpen(hours: OpeningHours, start: ArrivalAt['start']): string {
  const later = TIME_SLOTS.filter((slot) => slot > start.time)
  const shut = later.findIndex((slot) => !isOpenAt(hours, { date: start.date, time: slot }))
  const open = shut < 0 ? later : later.slice(0, shut)
  return open.at(-1) ?? start.time
}
