import { expect, test } from 'vitest'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { BOOKING_SOURCES, bookingUndoneUntil } from '#app/rules/reservation/staff-booking.ts'

const created_at = new Date('2026-11-23T05:30:00Z')
const booked = { source: 'COUNTER', status: 'CONFIRMED', quote: null, created_at, hasMoney: false } as const
const now = new Date('2026-11-23T05:40:00Z')

test('a booking of staff can be taken back for 15 minutes, while nothing was paid', () => {
  const until = new Date('2026-11-23T05:45:00Z')
  expect(bookingUndoneUntil({ ...booked, now })).toEqual(until)
  expect(bookingUndoneUntil({ ...booked, now: until })).toBeNull()
  expect(bookingUndoneUntil({ ...booked, hasMoney: true, now })).toBeNull()
  expect(bookingUndoneUntil({ ...booked, quote: 'OPEN', now })).toBeNull()
})

test('only before the hand-over, and never what its customer booked', () => {
  for (const source of BOOKING_SOURCES)
    for (const status of RESERVATION_STATUSES)
      expect(bookingUndoneUntil({ ...booked, source, status, now }) !== null).toBe(
        source !== 'SITE' && (status === 'AWAITING_PAYMENT' || status === 'CONFIRMED'),
      )
})
