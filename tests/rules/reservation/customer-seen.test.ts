import { describe, expect, test } from 'vitest'
import {
  ageBand,
  firstName,
  nameForCompany,
  type SeenTrip,
  seenByCompany,
} from '#app/rules/reservation/customer-seen.ts'

const NOW = new Date('2026-11-23T05:30:00Z')
const TRIP: SeenTrip = {
  status: 'CONFIRMED',
  wasAccepted: true,
  start_date: '2026-12-01',
  zone: 'Asia/Tehran',
  returnedAt: new Date('2026-12-04T06:30:00Z'),
}
const seen = (change: Partial<SeenTrip>, at = NOW) => seenByCompany({ ...TRIP, ...change }, at)

describe('what a company sees of a customer', () => {
  test('is known from the beginning to the staff who booked it', () => {
    for (const status of ['AWAITING_PAYMENT', 'EXPIRED', 'CANCELLED'] as const)
      expect(seen({ status, wasAccepted: false, isOwn: true }), status).toBe('CONTACT')
  })

  test('is a first name until it accepts, also for requests that ended without that', () => {
    for (const status of ['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'REJECTED', 'EXPIRED'] as const)
      expect(seen({ status }), status).toBe('FIRST_NAME')
    expect(seen({ status: 'CANCELLED', wasAccepted: false })).toBe('FIRST_NAME')
    expect(seen({ status: 'CANCELLED' })).toBe('CONTACT')
  })

  test('is name and phone after that, and papers from the day of the hand-over at the place', () => {
    expect(seen({})).toBe('CONTACT')
    expect(seen({}, new Date('2026-11-30T20:29:59Z'))).toBe('CONTACT')
    expect(seen({}, new Date('2026-11-30T20:30:00Z'))).toBe('PAPERS')
    expect(seen({ status: 'ACTIVE' })).toBe('PAPERS')
  })

  test('is papers until 30 days after the return', () => {
    expect(seen({ status: 'COMPLETED' }, new Date('2027-01-03T06:29:59Z'))).toBe('PAPERS')
    expect(seen({ status: 'COMPLETED' }, new Date('2027-01-03T06:30:00Z'))).toBe('CONTACT')
  })

  test('names a trip by its first word until it is accepted', () => {
    expect(firstName('  نگار  صالحی ')).toBe('نگار')
    expect(nameForCompany({ fullname: 'Nora Alavi', status: 'AWAITING_CONFIRMATION' })).toBe('Nora')
    expect(nameForCompany({ fullname: 'Nora Alavi', status: 'CONFIRMED' })).toBe('Nora Alavi')
  })

  test('gives the age as a band', () => {
    expect(ageBand('2006-12-02', '2026-12-01')).toEqual({ from: null, to: 20 })
    expect(ageBand('2005-12-01', '2026-12-01')).toEqual({ from: 21, to: 24 })
    expect(ageBand('1966-12-02', '2026-12-01')).toEqual({ from: 50, to: 59 })
    expect(ageBand('1966-12-01', '2026-12-01')).toEqual({ from: 60, to: null })
  })
})
