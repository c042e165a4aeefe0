import { addDays, daysBetween } from '#app/rules/time/calendar-date.ts'
import { dateIn, type RentalError, type RentalFields, validateRental } from '#app/rules/time/rental-time.ts'

/** How far ahead a rental can begin and how long it can last, in days. Source: *ours*. */
const FURTHEST_DAYS = 365
const LONGEST_DAYS = 365

const KEYS: Record<RentalError, string> = {
  not_a_date: 'date',
  not_a_slot: 'time_slot',
  past: 'past',
  return_before_pickup: 'return_before_pickup',
}

/** The errors in the time of a rental, as message keys by field; empty if it can be searched for and booked. */
export function timeErrors(time: RentalFields, { zone, now }: { zone: string; now: Date }): Record<string, string[]> {
  const fieldErrors = Object.entries(validateRental({ ...time, zone, now }))
  if (fieldErrors.length > 0)
    return Object.fromEntries(fieldErrors.map(([field, fieldError]) => [field, [KEYS[fieldError]]]))
  if (time.start_date > addDays(dateIn(zone, now), FURTHEST_DAYS)) return { start_date: ['too_far'] }
  if (daysBetween(time.start_date, time.end_date) > LONGEST_DAYS) return { end_date: ['too_long'] }
  return {}
}
