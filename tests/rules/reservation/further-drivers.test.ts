import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  driversPart,
  FURTHER_DRIVERS_MAX,
  furtherDriverErrors,
  mayDrive,
  roomForDrivers,
} from '#app/rules/reservation/check-in/further-drivers.ts'
import { LICENCE_STATES } from '#app/rules/reservation/check-in/licence.ts'

const RENTAL = { today: '2026-11-23', pickUp: '2026-12-01', endDate: '2026-12-04', minimumAge: 23 }

describe('room for further drivers', () => {
  test('is one for travellers who booked the extra, none without it, and three for staff', () => {
    expect(roomForDrivers('CUSTOMER', { named: 0, isBooked: false })).toBe(0)
    expect(roomForDrivers('CUSTOMER', { named: 0, isBooked: true })).toBe(1)
    expect(roomForDrivers('CUSTOMER', { named: 1, isBooked: true })).toBe(0)
    expect(roomForDrivers('COMPANY', { named: 0, isBooked: false })).toBe(FURTHER_DRIVERS_MAX)
  })

  test('is never negative, and never more than the bound', () => {
    fc.assert(
      fc.property(fc.constantFrom('CUSTOMER', 'COMPANY'), fc.nat(9), fc.boolean(), (side, named, isBooked) => {
        const room = roomForDrivers(side, { named, isBooked })
        expect(room).toBeGreaterThanOrEqual(0)
        expect(room === 0 || room + named <= FURTHER_DRIVERS_MAX).toBe(true)
      }),
    )
  })
})

test('a further driver is as old as the main one must be at the pick-up, with a licence through the return', () => {
  const given = { date_of_birth: '2003-12-01', valid_until: '2026-12-04' }
  expect(furtherDriverErrors(given, RENTAL)).toEqual({})
  expect(furtherDriverErrors({ ...given, date_of_birth: '2003-12-02' }, RENTAL)).toEqual({
    date_of_birth: ['driver_too_young'],
  })
  expect(furtherDriverErrors({ date_of_birth: '2030-01-01', valid_until: '2026-12-03' }, RENTAL)).toEqual({
    date_of_birth: ['date'],
    valid_until: ['licence_ends'],
  })
  expect(furtherDriverErrors({ ...given, date_of_birth: '1899-12-31' }, RENTAL)).toEqual({ date_of_birth: ['date'] })
})

test('their part is done exactly when each licence is confirmed and valid on the day of the return', () => {
  const driver = fc.record({
    state: fc.constantFrom(...LICENCE_STATES),
    valid_until: fc.constantFrom('2026-12-03', '2026-12-04', '2027-01-01'),
  })
  fc.assert(
    fc.property(fc.array(driver, { maxLength: 3 }), (drivers) => {
      const part = driversPart(drivers, RENTAL.endDate)
      expect(part === null).toBe(drivers.length === 0)
      if (drivers.length === 0) return
      const isDone = drivers.every(({ state, valid_until }) => state === 'CONFIRMED' && valid_until >= RENTAL.endDate)
      expect(part === 'DONE').toBe(isDone)
    }),
  )
})

test('who is only typed in, or was refused, does not stand in the contract', () => {
  expect(LICENCE_STATES.filter((state) => mayDrive({ state }))).toEqual(['SENT', 'CONFIRMED'])
})
