/**
 * The state of a vehicle in a company's fleet. Only OFFERED ones are found and booked. SUSPENDED ones are offered but
 * belong to a suspended company, and AWAITING_LOOK ones to a new company whose first listings an operator hasn't approved yet: the database
 * sets and resets these states.
 */
export const VEHICLE_STATES = ['OFFERED', 'PAUSED', 'RETIRED', 'TAKEN_DOWN', 'SUSPENDED', 'AWAITING_LOOK'] as const
export type VehicleState = (typeof VEHICLE_STATES)[number]

/** Their values in the database (`ad.status`). */
export const STATE_NUMBERS = {
  PAUSED: 0,
  OFFERED: 1,
  RETIRED: 2,
  TAKEN_DOWN: 3,
  SUSPENDED: 4,
  AWAITING_LOOK: 5,
} as const satisfies Record<VehicleState, number>

/** Who may change the state to which: the company or an operator. RETIRED is final. Source: *ours*. */
const TRANSITIONS: Record<'COMPANY' | 'OPERATOR', Record<VehicleState, readonly VehicleState[]>> = {
  COMPANY: {
    OFFERED: ['PAUSED', 'RETIRED'],
    PAUSED: ['OFFERED', 'RETIRED'],
    TAKEN_DOWN: ['RETIRED'],
    SUSPENDED: ['PAUSED', 'RETIRED'],
    AWAITING_LOOK: ['PAUSED', 'RETIRED'],
    RETIRED: [],
  },
  OPERATOR: {
    OFFERED: ['PAUSED', 'RETIRED', 'TAKEN_DOWN'],
    PAUSED: ['OFFERED', 'RETIRED', 'TAKEN_DOWN'],
    TAKEN_DOWN: ['OFFERED', 'PAUSED', 'RETIRED'],
    SUSPENDED: ['PAUSED', 'RETIRED', 'TAKEN_DOWN'],
    AWAITING_LOOK: ['PAUSED', 'RETIRED', 'TAKEN_DOWN'],
    RETIRED: [],
  },
}

/** Whether they may make this change of a vehicle's state; false where nothing changes. */
export function mayBecome(by: 'COMPANY' | 'OPERATOR', from: VehicleState, to: VehicleState): boolean {
  return TRANSITIONS[by][from].includes(to)
}

/** The state that a number of the database means. */
export function stateOfNumber(status: number): VehicleState {
  return VEHICLE_STATES.find((state) => STATE_NUMBERS[state] === status) ?? 'PAUSED'
}
