import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import type { StatusStep } from '#app/ui/status-line.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** A step of a reservation's way; its words and times are the page's. */
export interface TripStep {
  key: 'reserved' | 'paid' | 'confirmed' | 'deposit' | 'pickUp' | 'return' | 'cancelled' | 'rejected' | 'expired'
  state: StatusStep['state']
  /** When it happened. */
  at?: string
}

type StepFacts = Pick<OwnTrip, 'status' | 'created_at' | 'events' | 'deposit'>

const ENDS = { CANCELLED: 'cancelled', REJECTED: 'rejected', EXPIRED: 'expired' } as const

/** The way of a reservation from its booking: what was done and when, what is now, what is to come. */
export function tripSteps(trip: StepFacts, phase: ReservationPhase): TripStep[] {
  const { status, deposit } = trip
  const whenOf = (event: OwnTrip['status']) => trip.events.find((one) => one.status === event)?.at
  const confirmedAt = whenOf('CONFIRMED')
  const paidAt = whenOf('AWAITING_CONFIRMATION') ?? confirmedAt
  const reserved: TripStep = { key: 'reserved', state: 'done', at: trip.created_at }
  const paid: TripStep = { key: 'paid', state: 'done', at: paidAt }
  const confirmed: TripStep = { key: 'confirmed', state: 'done', at: confirmedAt }
  if (isOver(status)) {
    const end: TripStep = { key: ENDS[status], state: 'now', at: whenOf(status) }
    return [reserved, ...(paidAt ? [paid] : []), ...(confirmedAt ? [confirmed] : []), end]
  }
  const isRequested = deposit.requested && status !== 'COMPLETED' && status !== 'ACTIVE'
  const steps: TripStep[] = [
    reserved,
    paid,
    confirmed,
    ...(isRequested || deposit.uploaded_at ? [{ key: 'deposit', state: 'done' } as const] : []),
    { key: 'pickUp', state: 'done', at: whenOf('ACTIVE') },
    { key: 'return', state: 'done', at: whenOf('COMPLETED') },
  ]
  const now = currentStep(status, phase, deposit)
  const at = steps.findIndex(({ key }) => key === now)
  if (at < 0) return steps
  return steps.map((step, index) => (index < at ? step : { key: step.key, state: index === at ? 'now' : 'todo' }))
}

function currentStep(
  status: OwnTrip['status'],
  phase: ReservationPhase,
  deposit: OwnTrip['deposit'],
): TripStep['key'] | undefined {
  if (phase === 'pay' || phase === 'checking') return 'paid'
  if (status === 'AWAITING_CONFIRMATION') return 'confirmed'
  if (status === 'CONFIRMED') return deposit.requested && !deposit.uploaded_at ? 'deposit' : 'pickUp'
  return status === 'ACTIVE' ? 'return' : undefined
}

function isOver(status: OwnTrip['status']): status is keyof typeof ENDS {
  return status in ENDS
}
