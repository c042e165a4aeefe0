import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IDENTITY_VERDICTS } from '#app/rules/identity/identity-check.ts'
import { arrivalError, FLIGHT } from '#app/rules/reservation/check-in/arrival.ts'
import { LICENCE_STATES, picturesUntil, validityError } from '#app/rules/reservation/check-in/licence.ts'
import { READINESS_PARTS, type ReadinessFacts, readinessOf } from '#app/rules/reservation/check-in/readiness.ts'
import { type SeenTrip, seenByCompany, seesLicence } from '#app/rules/reservation/customer-seen.ts'
import { DEPOSIT_STATES } from '#app/rules/reservation/deposit.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'

const START = new Date('2026-12-03T06:30:00Z')
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-12-${String(n).padStart(2, '0')}`)
const facts: fc.Arbitrary<ReadinessFacts> = fc.record({
  licence: fc.option(fc.constantFrom(...LICENCE_STATES)),
  checkedUntil: fc.option(day),
  identity: fc.record({ verdict: fc.option(fc.constantFrom(...IDENTITY_VERDICTS)), checkedUntil: fc.option(day) }),
  drivers: fc.array(fc.record({ state: fc.constantFrom(...LICENCE_STATES), valid_until: day }), { maxLength: 3 }),
  startDate: day,
  endDate: day,
  startAt: fc.constant(START),
  arrivalFor: fc.option(fc.constantFrom(START, new Date('2026-12-04T06:30:00Z'))),
  contract: fc.record({ isSigned: fc.boolean(), isOutdated: fc.boolean() }),
  deposit: fc.record({
    state: fc.constantFrom(...DEPOSIT_STATES),
    isSentAhead: fc.boolean(),
    hasPicture: fc.boolean(),
  }),
})
const stateOf = (given: ReadinessFacts, wanted: string) =>
  readinessOf(given).parts.find(({ part }) => part === wanted)?.state

describe('readiness', () => {
  test('has each part at most once, in order, and the deposit only where one was agreed', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const parts = readinessOf(given).parts.map(({ part }) => part)
        const { identity, startDate, deposit } = given
        const isKnown = identity.verdict !== null || (identity.checkedUntil ?? '') >= startDate
        const needed = READINESS_PARTS.filter(
          (part) =>
            (part !== 'DEPOSIT' || deposit.state !== 'NONE') &&
            (part !== 'IDENTITY' || isKnown) &&
            (part !== 'DRIVERS' || given.drivers.length > 0),
        )
        expect(parts).toEqual(needed)
      }),
    )
  })

  test('is there exactly when nobody has anything left to do before the pick-up', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { parts, isReady, next } = readinessOf(given)
        expect(isReady).toBe(parts.every(({ state }) => ['DONE', 'AT_DESK'].includes(state)))
        if (isReady) expect(next).toBeNull()
        const first = parts.find(({ state }) => state === 'OPEN' || state === 'REFUSED')
        expect(next).toBe(first?.part ?? null)
      }),
    )
  })

  test('asks for the document at the pick-up where no answer counts for it, and keeps nobody from being ready by it', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { checkedUntil, verdict } = given.identity
        const isChecked = checkedUntil !== null && checkedUntil >= given.startDate
        expect(stateOf(given, 'IDENTITY')).toBe(isChecked ? 'DONE' : verdict ? 'AT_DESK' : undefined)
      }),
    )
  })

  test('needs a licence that is valid on the day of the return, whatever else was sent', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const isValid = given.checkedUntil !== null && given.checkedUntil >= given.endDate
        expect(stateOf(given, 'LICENCE') === 'DONE').toBe(isValid)
      }),
    )
  })

  test('asks for the arrival once more when the pick-up is moved, and for the contract when the reservation changes', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const moved = { ...given, startAt: new Date('2027-01-01T06:30:00Z') }
        expect(stateOf(moved, 'ARRIVAL')).toBe('OPEN')
        expect(stateOf({ ...given, contract: { isSigned: true, isOutdated: true } }, 'CONTRACT')).toBe('OPEN')
        expect(stateOf({ ...given, contract: { isSigned: true, isOutdated: false } }, 'CONTRACT')).toBe('DONE')
      }),
    )
  })

  test('does not wait for a deposit that can only be given at the pick-up', () => {
    const deposit = { state: 'AGREED', isSentAhead: false, hasPicture: false } as const
    fc.assert(
      fc.property(facts, (given) => {
        expect(stateOf({ ...given, deposit }, 'DEPOSIT')).toBe('AT_DESK')
        const sent = { ...deposit, isSentAhead: true }
        expect(stateOf({ ...given, deposit: sent }, 'DEPOSIT')).toBe('OPEN')
        expect(stateOf({ ...given, deposit: { ...sent, hasPicture: true } }, 'DEPOSIT')).toBe('DONE')
      }),
    )
  })
})

describe('a licence', () => {
  const trip = { today: '2026-11-23', endDate: '2026-12-08' }

  test('is valid through the return, and not for a century', () => {
    expect(validityError('2026-12-07', trip)).toBe('licence_ends')
    expect(validityError('2026-12-08', trip)).toBeNull()
    expect(validityError('2056-12-08', trip)).toBeNull()
    expect(validityError('2057-01-01', trip)).toBe('date')
  })

  test('is seen from when it is sent until 30 days after the return, never less than other papers', () => {
    const returnedAt = new Date('2026-12-08T06:30:00Z')
    const seen = (status: SeenTrip['status'], now: string) =>
      seesLicence(
        { status, wasAccepted: true, start_date: '2026-12-03', zone: 'Asia/Tehran', returnedAt },
        new Date(now),
      )
    expect(seen('CONFIRMED', '2026-11-01T00:00:00Z')).toBe(true)
    expect(seen('ACTIVE', '2026-12-05T00:00:00Z')).toBe(true)
    expect(seen('COMPLETED', '2027-01-07T06:00:00Z')).toBe(true)
    expect(seen('COMPLETED', '2027-01-07T07:00:00Z')).toBe(false)
    for (const status of ['AWAITING_CONFIRMATION', 'CANCELLED', 'REJECTED', 'EXPIRED'] as const)
      expect(seen(status, '2026-12-05T00:00:00Z'), status).toBe(false)
    fc.assert(
      fc.property(
        fc.constantFrom(...RESERVATION_STATUSES),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        (status, now) => {
          const one = { status, wasAccepted: true, start_date: '2026-12-03', zone: 'Asia/Tehran', returnedAt }
          if (seenByCompany(one, now) === 'PAPERS') expect(seesLicence(one, now)).toBe(true)
        },
      ),
    )
    expect(picturesUntil('2026-12-08')).toBe('2027-01-07')
  })
})

describe('an arrival', () => {
  const start = { date: '2026-12-03', time: '10:00' }
  const end = { date: '2026-12-08', time: '10:00' }
  const hours = { opens_at: '08:00', closes_at: '21:45', week: null, closed: [] }

  test('is from the booked time on, while the place is open', () => {
    expect(arrivalError('10:00', { start, end, hours })).toBeNull()
    expect(arrivalError('21:45', { start, end, hours })).toBeNull()
    expect(arrivalError('09:59', { start, end, hours })).toEqual({ key: 'arrival_early', time: '10:00' })
    expect(arrivalError('21:46', { start, end, hours })).toEqual({ key: 'arrival_closed', time: '21:30' })
  })

  test('names a time before a break, and the booked one where the place is closed since', () => {
    const week = Array.from({ length: 7 }, (): [string, string][] => [
      ['09:00', '13:00'],
      ['16:00', '20:00'],
    ])
    const broken = { ...hours, week }
    expect(arrivalError('14:00', { start, end, hours: broken })).toEqual({ key: 'arrival_closed', time: '13:00' })
    expect(arrivalError('17:00', { start, end, hours: broken })).toBeNull()
    const shut = { ...hours, closed: [{ starts_on: '2026-12-03', ends_on: '2026-12-03' }] }
    expect(arrivalError('12:00', { start, end, hours: shut })).toEqual({ key: 'arrival_closed', time: '10:00' })
    expect(arrivalError('10:00', { start, end, hours: shut })).toBeNull()
  })

  test('at an address is at any time of the day, before the rental ends', () => {
    expect(arrivalError('23:59', { start, end, hours: null })).toBeNull()
    const sameDay = { date: '2026-12-03', time: '18:00' }
    expect(arrivalError('18:00', { start, end: sameDay, hours: null })).toEqual({ key: 'arrival_over', time: '18:00' })
  })

  test('may have a flight, by its number', () => {
    for (const number of ['W51043', 'IR4520', 'TK7', 'FZ1234A', 'QSM12']) expect(number).toMatch(FLIGHT)
    for (const number of ['W5', '1043-', 'W512345678', 'رنت12']) expect(number).not.toMatch(FLIGHT)
  })
})
