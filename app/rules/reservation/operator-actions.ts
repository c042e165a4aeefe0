import { CANCELLABLE, HOLDING, type ReservationStatus } from './reservation-status.ts'

/** What operators can do to a reservation, each on a page of its own and with a reason. Source: *ours*. */
export const OPERATOR_ACTIONS = ['confirm', 'reject', 'move', 'send-again', 'cancel', 'no-show'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/**
 * Who bears the cost of a cancellation: the company, so that everything is refunded, or the customer, by the current
 * terms.
 */
export const COST_BEARERS = ['COMPANY', 'CUSTOMER'] as const
export type CostBearer = (typeof COST_BEARERS)[number]

/** A late customer's vehicle is kept for an hour. Source: *ours*. */
export const NO_SHOW_AFTER_MS = 3_600_000

/** A message about a reservation's state can be sent again until the rental is over. */
export function maySendAgain(status: ReservationStatus): boolean {
  return HOLDING.includes(status)
}

/** What operators can do to a reservation now. `isMovable`: it could get another vehicle, if one is free. */
export function operatorActions(
  { status, start_at }: { status: ReservationStatus; start_at: Date },
  { now, isMovable }: { now: Date; isMovable: boolean },
): OperatorAction[] {
  const waits = status === 'AWAITING_CONFIRMATION'
  const may: Record<OperatorAction, boolean> = {
    confirm: waits,
    reject: waits,
    move: isMovable,
    'send-again': maySendAgain(status),
    cancel: CANCELLABLE.includes(status) && now < start_at,
    'no-show': status === 'CONFIRMED' && now.getTime() >= start_at.getTime() + NO_SHOW_AFTER_MS,
  }
  return OPERATOR_ACTIONS.filter((action) => may[action])
}
