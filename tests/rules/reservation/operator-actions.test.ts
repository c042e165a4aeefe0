import { expect, test } from 'vitest'
import { operatorActions } from '#app/rules/reservation/operator-actions.ts'
import { RESERVATION_STATUSES, type ReservationStatus } from '#app/rules/reservation/reservation-status.ts'

const START = new Date('2026-12-01T06:30:00Z')
const at = (status: ReservationStatus, now: string, isMovable = false) =>
  operatorActions({ status, start_at: START }, { now: new Date(now), isMovable })

test.each<[ReservationStatus, string[]]>([
  ['AWAITING_PAYMENT', ['send-again', 'cancel']],
  ['AWAITING_CONFIRMATION', ['confirm', 'reject', 'send-again', 'cancel']],
  ['CONFIRMED', ['send-again', 'cancel']],
  ['ACTIVE', ['send-again']],
  ['COMPLETED', []],
  ['REJECTED', []],
  ['CANCELLED', []],
  ['EXPIRED', []],
])('before the pick-up of one that is %s operators may %j', (status, actions) => {
  expect(at(status, '2026-11-30T06:30:00Z')).toEqual(actions)
})

test('whether a vehicle may be changed is for the caller to say', () => {
  for (const status of RESERVATION_STATUSES) expect(at(status, '2026-11-30T06:30:00Z', true)).toContain('move')
})

test('after the pick-up nothing is cancelled, and an hour later nobody came', () => {
  expect(at('CONFIRMED', '2026-12-01T06:30:00Z')).toEqual(['send-again'])
  expect(at('CONFIRMED', '2026-12-01T07:29:59Z')).toEqual(['send-again'])
  expect(at('CONFIRMED', '2026-12-01T07:30:00Z')).toEqual(['send-again', 'no-show'])
  expect(at('ACTIVE', '2026-12-03T07:30:00Z')).toEqual(['send-again'])
})
