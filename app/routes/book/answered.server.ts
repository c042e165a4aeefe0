import { createContext } from 'react-router'
import type { Desk } from '#app/features/booking/booking-context.ts'
import { type Booking, DEFAULT_TIME } from '#app/features/booking/booking-form.ts'

/**
 * What the action of this request already found out, so that the page's own data need not be asked for twice. When many
 * want one vehicle at once, the answers that it is taken are most of the work.
 */
export const answeredContext = createContext<{ desk: Desk; booking: Booking } | null>(null)

/** The booking of an address that nobody looked up, because the answer to the form stands before it. */
export const UNASKED: Booking = {
  chosen: { startTime: DEFAULT_TIME, endTime: DEFAULT_TIME },
  quote: null,
  alternatives: null,
  key: null,
  at: 0,
}
