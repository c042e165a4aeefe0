import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { timeErrors } from '#app/api/call/time-errors.ts'
import { DEFAULT_TIME, MONTHLY_RENTAL_DAYS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { rentalDays } from '#app/rules/time/rental-time.ts'

type TimeFields = { start_date?: string; start_time?: string; end_date?: string; end_time?: string }

/** The pick-up and return in the city's local time. */
export type RequestedTime = { start_date: string; start_time: string; end_date: string; end_time: string; days: number }

/**
 * The requested rental; null unless both dates are given (a month needs only its first). Throws INVALID_FIELDS for a
 * time that is past or ends before it begins.
 */
export function askedTime(
  fields: TimeFields,
  place: { zone: string; now: Date; monthly?: boolean },
): RequestedTime | null {
  const { start_date, start_time = DEFAULT_TIME } = fields
  if (!start_date) return null
  const end_date = place.monthly ? addDays(start_date, MONTHLY_RENTAL_DAYS) : fields.end_date
  const end_time = place.monthly ? start_time : (fields.end_time ?? DEFAULT_TIME)
  if (!end_date) return null
  const time = { start_date, start_time, end_date, end_time }
  const fieldErrors = timeErrors(time, place)
  if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
  const days = rentalDays({ date: start_date, time: start_time }, { date: end_date, time: end_time })
  return { ...time, days }
}
