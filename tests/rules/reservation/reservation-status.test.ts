import { describe, expect, it } from 'vitest'
import {
  BINDING,
  CALLED_OFF,
  CANCELLABLE,
  guardChange,
  HANDED_OVER,
  HOLDING,
  isSuccessful,
  KEPT,
  MOVABLE,
  mayChange,
  OPEN,
  RESERVATION_STATUSES,
  type ReservationActor,
  type ReservationStatus,
  SUCCESSFUL,
  UNPAID,
  UPCOMING,
  undoneStatus,
} from '#app/rules/reservation/reservation-status.ts'

const actors: ReservationActor[] = ['CUSTOMER', 'COMPANY', 'OPERATOR', 'SYSTEM']
const followersOf = (from: ReservationStatus) =>
  RESERVATION_STATUSES.filter((to) => actors.some((actor) => mayChange(from, to, actor)))

describe('the status of a reservation', () => {
  it.each([
    ['AWAITING_PAYMENT', ['AWAITING_CONFIRMATION', 'CONFIRMED', 'CANCELLED', 'EXPIRED']],
    ['AWAITING_CONFIRMATION', ['CONFIRMED', 'REJECTED', 'CANCELLED']],
    ['CONFIRMED', ['ACTIVE', 'CANCELLED']],
    ['ACTIVE', ['COMPLETED']],
    ['EXPIRED', ['AWAITING_CONFIRMATION', 'CONFIRMED']],
    ['COMPLETED', []],
    ['REJECTED', []],
    ['CANCELLED', []],
  ] as const)('after %s can only become %j', (from, to) => {
    expect(followersOf(from)).toEqual(to)
  })

  it('changes from awaiting payment only by a verified payment', () => {
    expect(mayChange('AWAITING_PAYMENT', 'CONFIRMED', 'SYSTEM')).toBe(true)
    expect(mayChange('AWAITING_PAYMENT', 'CONFIRMED', 'CUSTOMER')).toBe(false)
    expect(mayChange('AWAITING_PAYMENT', 'CONFIRMED', 'OPERATOR')).toBe(false)
  })

  it('is confirmed and handed over by the company, not by the customer', () => {
    expect(mayChange('AWAITING_CONFIRMATION', 'CONFIRMED', 'COMPANY')).toBe(true)
    expect(mayChange('AWAITING_CONFIRMATION', 'CONFIRMED', 'CUSTOMER')).toBe(false)
    expect(mayChange('CONFIRMED', 'ACTIVE', 'CUSTOMER')).toBe(false)
    expect(mayChange('AWAITING_CONFIRMATION', 'REJECTED', 'SYSTEM')).toBe(true)
  })

  it('can be cancelled by the customer until the rental has begun', () => {
    expect(RESERVATION_STATUSES.filter((from) => mayChange(from, 'CANCELLED', 'CUSTOMER'))).toEqual(CANCELLABLE)
  })

  it('counts as successful from confirmation to return', () => {
    expect(RESERVATION_STATUSES.filter(isSuccessful)).toEqual(['CONFIRMED', 'ACTIVE', 'COMPLETED'])
    expect(SUCCESSFUL).toEqual(['CONFIRMED', 'ACTIVE', 'COMPLETED'])
  })

  it('is exactly one of unpaid, called off, and work of its company', () => {
    expect(UNPAID).toEqual(['AWAITING_PAYMENT', 'EXPIRED'])
    expect(CALLED_OFF).toEqual(['REJECTED', 'CANCELLED'])
    expect([...UNPAID, ...CALLED_OFF, ...KEPT].toSorted()).toEqual(RESERVATION_STATUSES.toSorted())
  })

  it('holds the vehicle while upcoming, and is open at the desk once it is paid', () => {
    expect(HOLDING).toEqual(UPCOMING)
    expect(OPEN).toEqual(['AWAITING_CONFIRMATION', 'CONFIRMED', 'ACTIVE'])
    expect(HOLDING.filter((status) => !UNPAID.includes(status))).toEqual(OPEN)
    expect(MOVABLE).toEqual(['AWAITING_CONFIRMATION', 'CONFIRMED'])
    expect(BINDING).toEqual(['CONFIRMED', 'ACTIVE'])
    expect(HANDED_OVER).toEqual(['ACTIVE', 'COMPLETED'])
  })

  it('cannot change otherwise, which is an error that names the change', () => {
    expect(() => guardChange('COMPLETED', 'CANCELLED', { actor: 'OPERATOR' })).toThrow(
      'OPERATOR cannot take a reservation from COMPLETED',
    )
    expect(() => guardChange('CONFIRMED', 'CANCELLED', { actor: 'CUSTOMER' })).not.toThrow()
  })
})

it('a change of days, an extension and an early end are no hand-over that could be undone', () => {
  for (const reason of ['changed', 'extended', 'ended_early'])
    expect(undoneStatus({ status: 'ACTIVE', reason })).toBeUndefined()
  expect(undoneStatus({ status: 'ACTIVE', reason: null })).toBe('CONFIRMED')
})
