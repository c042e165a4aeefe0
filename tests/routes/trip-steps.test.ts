import { expect, test } from 'vitest'
import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import { mayAddPicture, tripSteps } from '#app/routes/profile/trips/trip-steps.ts'

type Facts = Parameters<typeof tripSteps>[0]
type Status = Facts['status']

const AT = '2026-11-20T10:00:00.000Z'
const WAYS: {
  status: Status
  phase: ReservationPhase
  after?: Status[]
  deposit?: Partial<Facts['deposit']>
  trust?: Facts['trust_type']
  way: string
}[] = [
  { status: 'AWAITING_PAYMENT', phase: 'pay', way: 'reserved [paid] confirmed pickUp return' },
  { status: 'AWAITING_PAYMENT', phase: 'checking', way: 'reserved [paid] confirmed pickUp return' },
  { status: 'AWAITING_CONFIRMATION', phase: 'waiting', way: 'reserved paid [confirmed] pickUp return' },
  { status: 'CONFIRMED', phase: 'valid', way: 'reserved paid confirmed [pickUp] return' },
  {
    status: 'CONFIRMED',
    phase: 'valid',
    deposit: { requested: true },
    way: 'reserved paid confirmed [deposit] pickUp return',
  },
  {
    status: 'CONFIRMED',
    phase: 'valid',
    deposit: { requested: true, uploaded_at: AT },
    way: 'reserved paid confirmed deposit [pickUp] return',
  },
  { status: 'ACTIVE', phase: 'valid', deposit: { requested: true }, way: 'reserved paid confirmed pickUp [return]' },
  {
    status: 'CONFIRMED',
    phase: 'valid',
    trust: 'CARD_HOLD',
    deposit: { requested: true },
    way: 'reserved paid confirmed [pickUp] return',
  },
  { status: 'COMPLETED', phase: 'valid', way: 'reserved paid confirmed pickUp return' },
  { status: 'EXPIRED', phase: 'ended', way: 'reserved [expired]' },
  { status: 'CANCELLED', phase: 'ended', way: 'reserved [cancelled]' },
  { status: 'CANCELLED', phase: 'ended', after: ['CONFIRMED'], way: 'reserved paid confirmed [cancelled]' },
  { status: 'REJECTED', phase: 'ended', after: ['AWAITING_CONFIRMATION'], way: 'reserved paid [rejected]' },
]

for (const { status, phase, after = [], deposit, trust = 'CASH', way } of WAYS) {
  test(`a reservation that is ${[...after, status].join(', then ')} (${phase}) goes ${way}`, () => {
    const events = ['AWAITING_PAYMENT' as const, ...after, status].map((one) => ({
      at: AT,
      status: one,
      actor: 'SYSTEM',
      reason: null,
    }))
    const trip = {
      ...{ status, created_at: AT, events, trust_type: trust },
      deposit: { requested: false, uploaded_at: null, ...deposit },
    }
    const steps = tripSteps(trip, phase)
    const now = steps.findIndex(({ state }) => state === 'now')
    expect(steps.map(({ key, state }) => (state === 'now' ? `[${key}]` : key)).join(' ')).toBe(way)
    const end = now < 0 ? steps.length : now
    expect(steps.every(({ state }, index) => index === now || state === (index < end ? 'done' : 'todo'))).toBe(true)
  })
}

test.each([
  ['CARD_HOLD', 'CONFIRMED', true],
  ['CARD_HOLD', 'ACTIVE', true],
  ['CASH', 'ACTIVE', true],
  // The way itself asks for it.
  ['CHEQUE', 'CONFIRMED', false],
  ['CARD_HOLD', 'AWAITING_PAYMENT', false],
  ['CASH', 'COMPLETED', false],
] as const)(
  'beside the way, a picture of a deposit by %s of a reservation that is %s may be sent: %s',
  (trust_type, status, may) => {
    expect(mayAddPicture({ status, trust_type, deposit: { requested: true, uploaded_at: null } })).toBe(may)
  },
)
