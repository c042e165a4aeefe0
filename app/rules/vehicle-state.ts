/**
 * Where a vehicle of a company's fleet stands; only what is offered is found and booked. SUSPENDED is offered, were it not for
 * its company, which is suspended itself: the database sets it and takes it back.
 */
export const VEHICLE_STATES = ['OFFERED', 'PAUSED', 'RETIRED', 'TAKEN_DOWN', 'SUSPENDED'] as const
export type VehicleState = (typeof VEHICLE_STATES)[number]

/** How the database writes them (`ad.status`). */
export const STATE_NUMBERS: Record<VehicleState, number> = {
  PAUSED: 0,
  OFFERED: 1,
  RETIRED: 2,
  TAKEN_DOWN: 3,
  SUSPENDED: 4,
}

/** Who may move it there: its company, or an operator. Retired is for good. Source: *ours*. */
const TRANSITIONS: Record<'COMPANY' | 'OPERATOR', Record<VehicleState, readonly VehicleState[]>> = {
  COMPANY: {
    OFFERED: ['PAUSED', 'RETIRED'],
    PAUSED: ['OFFERED', 'RETIRED'],
    TAKEN_DOWN: ['RETIRED'],
    SUSPENDED: ['PAUSED', 'RETIRED'],
    RETIRED: [],
  },
  OPERATOR: {
    OFFERED: ['PAUSED', 'RETIRED', 'TAKEN_DOWN'],
    PAUSED: ['OFFERED', 'RETIRED', 'TAKEN_DOWN'],
    TAKEN_DOWN: ['OFFERED', 'PAUSED', 'RETIRED'],
    SUSPENDED: ['PAUSED', 'RETIRED', 'TAKEN_DOWN'],
    RETIRED: [],
  },
}

/** Whether somebody may move a vehicle from one state to another; staying is no move. */
export function mayBecome(by: 'COMPANY' | 'OPERATOR', from: VehicleState, to: VehicleState): boolean {
  return TRANSITIONS[by][from].includes(to)
}

/** The state that a number of the database means. */
export function stateOfNumber(status: number): VehicleState {
  return VEHICLE_STATES.find((state) => STATE_NUMBERS[state] === status) ?? 'PAUSED'
}
