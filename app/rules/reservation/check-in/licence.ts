import { addDays, type CalendarDate } from '../../time/calendar-date.ts'
import { PAPERS_DAYS } from '../customer-seen.ts'

/** DRAFT: a picture is there, and the whole not sent yet. Staff see what was sent, and confirm or refuse it once. */
export const LICENCE_STATES = ['DRAFT', 'SENT', 'CONFIRMED', 'REFUSED'] as const
export type LicenceState = (typeof LICENCE_STATES)[number]

export const LICENCE_SIDES = ['FRONT', 'BACK'] as const
export type LicenceSide = (typeof LICENCE_SIDES)[number]

/** Dates later than this many years from today are probably typing errors. Source: *ours*. */
const VALID_YEARS = 30

/**
 * What is wrong with the last day of a licence for a rental, as a key of `errors.json`; null if nothing is. It must be valid on the day of
 * the return.
 */
export function validityError(
  until: CalendarDate,
  { today, endDate }: { today: CalendarDate; endDate: CalendarDate },
): 'licence_ends' | 'date' | null {
  if (until < endDate) return 'licence_ends'
  return Number(until.slice(0, 4)) > Number(today.slice(0, 4)) + VALID_YEARS ? 'date' : null
}

/** The day on which the pictures are deleted, for a return on this day. */
export function picturesUntil(end: CalendarDate): CalendarDate {
  return addDays(end, PAPERS_DAYS)
}
