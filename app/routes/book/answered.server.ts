import { createContext } from 'react-router'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import type { Booking } from '#app/features/booking/booking-form.ts'
import { DEFAULT_TIME } from '#app/rules/constants.ts'

/**
 * What the action of this request has already read, so that the loader need not read it again. When many people want
 * one vehicle at once, most of the load is answers that it is taken.
 */
export const answeredContext = createContext<{ bookingContext: BookingContext; booking: Booking } | null>(null)

/** The booking of an address that was not read, because the form's answer replaces it. */
export const UNASKED: Booking = {
  chosen: { startTime: DEFAULT_TIME, endTime: DEFAULT_TIME },
  quote: null,
  alternatives: null,
  key: null,
  at: 0,
}
