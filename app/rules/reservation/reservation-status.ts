/** Every status of a reservation (decisions.md, "Renting"; the specification does not show them). */
export const RESERVATION_STATUSES = [
  'AWAITING_PAYMENT',
  'AWAITING_CONFIRMATION',
  'CONFIRMED',
  'ACTIVE',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

/** What the customer's page of a reservation is about: paying, waiting for the company, the voucher, or how it ended. */
export type StatusPhase = 'pay' | 'waiting' | 'valid' | 'ended'

/** The phase of each status. Colours, the trip's steps and the calendar follow from it. */
export const STATUS_PHASES = {
  AWAITING_PAYMENT: 'pay',
  AWAITING_CONFIRMATION: 'waiting',
  CONFIRMED: 'valid',
  ACTIVE: 'valid',
  COMPLETED: 'valid',
  REJECTED: 'ended',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
} as const satisfies Record<ReservationStatus, StatusPhase>

type StatusOf<Phase extends StatusPhase> = {
  [Status in ReservationStatus]: (typeof STATUS_PHASES)[Status] extends Phase ? Status : never
}[ReservationStatus]

/** Statuses in which a reservation ended before its rental. */
export type EndedStatus = StatusOf<'ended'>

/** Whether the reservation ended before its rental. */
export function isEnded(status: ReservationStatus): status is EndedStatus {
  return STATUS_PHASES[status] === 'ended'
}

/** Whether the reservation has a voucher: it is confirmed, under way or completed. */
export function isValid(status: ReservationStatus): status is StatusOf<'valid'> {
  return STATUS_PHASES[status] === 'valid'
}

/** Who changes a status; SYSTEM is a job or a verified payment. */
export const RESERVATION_ACTORS = ['CUSTOMER', 'COMPANY', 'OPERATOR', 'SYSTEM'] as const
export type ReservationActor = (typeof RESERVATION_ACTORS)[number]

type StatusGroup =
  | 'UPCOMING'
  | 'HOLDING'
  | 'UNPAID'
  | 'OPEN'
  | 'CANCELLABLE'
  | 'MOVABLE'
  | 'BINDING'
  | 'HANDED_OVER'
  | 'SUCCESSFUL'
  | 'KEPT'
  | 'CALLED_OFF'

/** What each status counts as; the lists below, which code and SQL use, are derived from it. */
const GROUPS: Record<ReservationStatus, readonly StatusGroup[]> = {
  AWAITING_PAYMENT: ['UPCOMING', 'HOLDING', 'UNPAID', 'CANCELLABLE'],
  AWAITING_CONFIRMATION: ['UPCOMING', 'HOLDING', 'OPEN', 'CANCELLABLE', 'MOVABLE', 'KEPT'],
  CONFIRMED: ['UPCOMING', 'HOLDING', 'OPEN', 'CANCELLABLE', 'MOVABLE', 'BINDING', 'SUCCESSFUL', 'KEPT'],
  ACTIVE: ['UPCOMING', 'HOLDING', 'OPEN', 'BINDING', 'HANDED_OVER', 'SUCCESSFUL', 'KEPT'],
  COMPLETED: ['HANDED_OVER', 'SUCCESSFUL', 'KEPT'],
  REJECTED: ['CALLED_OFF'],
  CANCELLED: ['CALLED_OFF'],
  EXPIRED: ['UNPAID'],
}

/** Reservations of trips that are still to come or under way; the others are past. Source: *ours*. */
export const UPCOMING = statusesIn('UPCOMING')

/** Statuses in which the vehicle is taken. */
export const HOLDING = statusesIn('HOLDING')

/** Reservations that nobody has paid for: not yet, or not in time. The company never sees them. */
export const UNPAID = statusesIn('UNPAID')

/** Reservations that are paid for and not over: the company still has something to do. */
export const OPEN = statusesIn('OPEN')

/** Statuses from which a customer may cancel: before the rental has begun. */
export const CANCELLABLE = statusesIn('CANCELLABLE')

/** Paid and not handed over yet: the company can still assign another vehicle. */
export const MOVABLE = statusesIn('MOVABLE')

/** Rentals that the company has accepted and that are not completed. */
export const BINDING = statusesIn('BINDING')

/** Rentals whose vehicle was handed over, whether it is back or not. */
export const HANDED_OVER = statusesIn('HANDED_OVER')

/**
 * Reservations that the `only_successful` filter lists (§4), that count for the turnover, and whose rent the company
 * collects.
 */
export const SUCCESSFUL = statusesIn('SUCCESSFUL')

/** Reservations that are paid and not cancelled: their days count as work of the company. */
export const KEPT = statusesIn('KEPT')

/** Reservations that were paid, or could have been, and that somebody ended before the rental. */
export const CALLED_OFF = statusesIn('CALLED_OFF')

function statusesIn(group: StatusGroup): readonly ReservationStatus[] {
  return RESERVATION_STATUSES.filter((status) => GROUPS[status].includes(group))
}

const ANYBODY: readonly ReservationActor[] = ['CUSTOMER', 'COMPANY', 'OPERATOR']
/** Who does a company's work: its staff, or an operator for it. */
export const COMPANY_SIDE: readonly ReservationActor[] = ['COMPANY', 'OPERATOR']
const SYSTEM: readonly ReservationActor[] = ['SYSTEM']

/** For each status, what may follow and by whose action. A late payment may renew an expired hold. */
const TRANSITIONS: Record<ReservationStatus, Partial<Record<ReservationStatus, readonly ReservationActor[]>>> = {
  AWAITING_PAYMENT: {
    CONFIRMED: SYSTEM,
    AWAITING_CONFIRMATION: SYSTEM,
    EXPIRED: SYSTEM,
    CANCELLED: ANYBODY,
  },
  AWAITING_CONFIRMATION: {
    CONFIRMED: COMPANY_SIDE,
    // Without an answer in 12 hours the system rejects.
    REJECTED: [...COMPANY_SIDE, 'SYSTEM'],
    CANCELLED: ANYBODY,
  },
  CONFIRMED: { ACTIVE: COMPANY_SIDE, CANCELLED: ANYBODY },
  ACTIVE: { COMPLETED: COMPANY_SIDE },
  EXPIRED: { CONFIRMED: SYSTEM, AWAITING_CONFIRMATION: SYSTEM },
  COMPLETED: {},
  REJECTED: {},
  CANCELLED: {},
}

/** What a request that awaits confirmation is answered with. */
export const ANSWERS: readonly ReservationStatus[] = ['CONFIRMED', 'REJECTED']

/** Whether this actor may take a reservation from one status to another. */
export function mayChange(from: ReservationStatus, to: ReservationStatus, actor: ReservationActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}

/** How long the company may undo its last action. Source: *ours*. */
export const UNDO_MINUTES = 10
/** The reason of a cancellation by the company because nobody came for the vehicle. */
export const NO_SHOW = 'no_show'

/**
 * The status that undoing a company's last action restores. A cancellation can only be undone after a no-show, as no
 * money was paid out.
 */
const UNDOES: Partial<Record<ReservationStatus, ReservationStatus>> = {
  ACTIVE: 'CONFIRMED',
  COMPLETED: 'ACTIVE',
  CANCELLED: 'CONFIRMED',
}

/**
 * Reasons of events that leave the status as it is: other days or another vehicle, an extension, an early end. They have their own
 * ways back, so undoing must not take them for the hand-over.
 */
const CHANGES_OF_TERMS: readonly (string | null)[] = ['changed', 'extended', 'ended_early']

/** The status that undoing the last change restores; undefined where it is final. */
export function undoneStatus(last: { status: ReservationStatus; reason: string | null }) {
  if (CHANGES_OF_TERMS.includes(last.reason)) return undefined
  return last.status === 'CANCELLED' && last.reason !== NO_SHOW ? undefined : UNDOES[last.status]
}

/** Throws an Error for a forbidden transition. Callers check first, so that is a bug. */
export function guardChange(
  from: ReservationStatus,
  to: ReservationStatus,
  { actor, isUndo = false }: { actor: ReservationActor; isUndo?: boolean },
): void {
  const isKnown = isUndo ? UNDOES[from] === to && COMPANY_SIDE.includes(actor) : mayChange(from, to, actor)
  if (!isKnown) throw new Error(`${actor} cannot take a reservation from ${from} to ${to}`)
}

/** Whether the reservation counts as successful (§4). */
export function isSuccessful(status: ReservationStatus): boolean {
  return SUCCESSFUL.includes(status)
}
