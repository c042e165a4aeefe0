import { createContext } from 'react-router'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { DEFAULT_TIME } from '#app/rules/constants.ts'

/**
 * What the action of this request already found out, so that the page's own data need not be requested twice. When many
 * want one vehicle at once, the answers that it is taken are most of the work.
 */
export const answeredContext = createContext<{ bookingContext: BookingContext; booking: Booking } | null>(null)

/** The booking of an address that nobody looked up, because the answer to the form takes its place. */
export const UNASKED: Booking = {
  chosen: { startTime: DEFAULT_TIME, endTime: DEFAULT_TIME },
  quote: null,
  alternatives: null,
  key: null,
  at: 0,
}
