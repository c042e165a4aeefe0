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

/** Who changes a status; SYSTEM is a job or a verified payment. */
export type ReservationActor = 'CUSTOMER' | 'COMPANY' | 'OPERATOR' | 'SYSTEM'

/** Reservations of trips that are still to come or under way; the others are past. Source: *ours*. */
export const UPCOMING: readonly ReservationStatus[] = [
  'AWAITING_PAYMENT',
  'AWAITING_CONFIRMATION',
  'CONFIRMED',
  'ACTIVE',
]

/** Reservations that the `only_successful` filter lists (§4). */
export const SUCCESSFUL: readonly ReservationStatus[] = ['CONFIRMED', 'ACTIVE', 'COMPLETED']

/** Statuses in which the vehicle is taken. */
export const HOLDING: readonly ReservationStatus[] = [
  'AWAITING_PAYMENT',
  'AWAITING_CONFIRMATION',
  'CONFIRMED',
  'ACTIVE',
]

/** Statuses from which a customer may cancel: before the rental has begun. */
export const CANCELLABLE: readonly ReservationStatus[] = ['AWAITING_PAYMENT', 'AWAITING_CONFIRMATION', 'CONFIRMED']

/** Statuses in which a company may give a reservation another of its vehicles: it holds, and nothing was handed over. */
export const MOVABLE: readonly ReservationStatus[] = ['AWAITING_CONFIRMATION', 'CONFIRMED']

const ANYBODY: readonly ReservationActor[] = ['CUSTOMER', 'COMPANY', 'OPERATOR']
const COMPANY_SIDE: readonly ReservationActor[] = ['COMPANY', 'OPERATOR']
const SYSTEM: readonly ReservationActor[] = ['SYSTEM']

/** For each status, what may follow and by whose action. A late payment may take an expired hold again. */
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

/** Whether this actor may take a reservation from one status to another. */
export function mayChange(from: ReservationStatus, to: ReservationStatus, actor: ReservationActor): boolean {
  return TRANSITIONS[from][to]?.includes(actor) ?? false
}

/** For how long the company may take back what it just did. Source: issue 10. */
export const UNDO_MINUTES = 10
/** The reason of a cancellation by the company because nobody came for the vehicle. */
export const NO_SHOW = 'no_show'

/** What a company's last action is taken back to; a cancellation only where nobody had come, since no money went out. */
const UNDOES: Partial<Record<ReservationStatus, ReservationStatus>> = {
  ACTIVE: 'CONFIRMED',
  COMPLETED: 'ACTIVE',
  CANCELLED: 'CONFIRMED',
}

/** The status that taking back the last change leads to; undefined where it stands for good. */
export function undoneStatus(last: { status: ReservationStatus; reason: string | null }) {
  return last.status === 'CANCELLED' && last.reason !== NO_SHOW ? undefined : UNDOES[last.status]
}

/** Throws an Error where the tables say no: a caller must have asked them first, so this is a bug. */
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
