import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import { type EndedStatus, HANDED_OVER, isEnded } from '#app/rules/reservation/reservation-status.ts'
import type { StatusStep } from '#app/ui/page/status-line.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** A step of a reservation's way; its words and times are the page's. */
export interface TripStep {
  key: 'reserved' | 'paid' | 'confirmed' | 'deposit' | 'pickUp' | 'return' | Lowercase<EndedStatus>
  state: StatusStep['state']
  /** When it happened. */
  at?: string
}

type StepFacts = Pick<OwnTrip, 'status' | 'created_at' | 'events' | 'deposit' | 'trust_type'>

/** The way of a reservation from its booking: what was done and when, what is now, what is to come. */
export function tripSteps(trip: StepFacts, phase: ReservationPhase): TripStep[] {
  const { status, deposit } = trip
  const whenOf = (event: OwnTrip['status']) => trip.events.find((one) => one.status === event)?.at
  const confirmedAt = whenOf('CONFIRMED')
  const paidAt = whenOf('AWAITING_CONFIRMATION') ?? confirmedAt
  const reserved: TripStep = { key: 'reserved', state: 'done', at: trip.created_at }
  const paid: TripStep = { key: 'paid', state: 'done', at: paidAt }
  const confirmed: TripStep = { key: 'confirmed', state: 'done', at: confirmedAt }
  if (isEnded(status)) {
    const end: TripStep = { key: status.toLowerCase() as Lowercase<EndedStatus>, state: 'now', at: whenOf(status) }
    return [reserved, ...(paidAt ? [paid] : []), ...(confirmedAt ? [confirmed] : []), end]
  }
  const isRequested = isDueBefore(trip) && !HANDED_OVER.includes(status)
  const steps: TripStep[] = [
    reserved,
    paid,
    confirmed,
    ...(isRequested || deposit.uploaded_at ? [{ key: 'deposit', state: 'done' } as const] : []),
    { key: 'pickUp', state: 'done', at: whenOf('ACTIVE') },
    { key: 'return', state: 'done', at: whenOf('COMPLETED') },
  ]
  const now = currentStep(trip, phase)
  const at = steps.findIndex(({ key }) => key === now)
  if (at < 0) return steps
  return steps.map((step, index) => (index < at ? step : { key: step.key, state: index === at ? 'now' : 'todo' }))
}

/** Whether the deposit's picture is due before pick-up. An amount on a card is blocked only then, and its receipt may follow. */
function isDueBefore({ deposit, trust_type }: Pick<OwnTrip, 'deposit' | 'trust_type'>): boolean {
  return deposit.requested && trust_type !== 'CARD_HOLD'
}

/** Whether the deposit's picture may be sent though the way does not ask for it now: of a card's hold, or after pick-up. */
export function mayAddPicture(trip: Pick<OwnTrip, 'status' | 'deposit' | 'trust_type'>): boolean {
  const { status, deposit } = trip
  if (!deposit.requested) return false
  return status === 'ACTIVE' || (status === 'CONFIRMED' && !isDueBefore(trip))
}

function currentStep(trip: StepFacts, phase: ReservationPhase): TripStep['key'] | undefined {
  const { status, deposit } = trip
  if (phase === 'pay' || phase === 'checking') return 'paid'
  if (status === 'AWAITING_CONFIRMATION') return 'confirmed'
  if (status === 'CONFIRMED') return isDueBefore(trip) && !deposit.uploaded_at ? 'deposit' : 'pickUp'
  return status === 'ACTIVE' ? 'return' : undefined
}
