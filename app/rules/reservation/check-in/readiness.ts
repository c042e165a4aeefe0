import type { IdentityVerdict } from '../../identity/identity-check.ts'
import type { CalendarDate } from '../../time/calendar-date.ts'
import type { DepositState } from '../deposit.ts'
import { driversPart } from './further-drivers.ts'
import type { LicenceState } from './licence.ts'

/** What a traveller can do before the pick-up, in the order in which it is asked for. */
export const READINESS_PARTS = ['LICENCE', 'DRIVERS', 'IDENTITY', 'ARRIVAL', 'CONTRACT', 'DEPOSIT'] as const
export type ReadinessPart = (typeof READINESS_PARTS)[number]

/**
 * OPEN: the traveller can do it now. WAITING: done by the traveller, to be confirmed by the company. REFUSED: the company asks for it once
 * more. AT_DESK: only possible at the pick-up, so it keeps nobody from being ready.
 */
export const PART_STATES = ['OPEN', 'WAITING', 'REFUSED', 'AT_DESK', 'DONE'] as const
export type PartState = (typeof PART_STATES)[number]

export interface ReadinessFacts {
  /** Null: nothing was sent. */
  licence: LicenceState | null
  /** Until when the company has found this person's licence valid; null if it never has. */
  checkedUntil: CalendarDate | null
  /** What an inquiry about the identity has said, and until when a good answer about this person counts. */
  identity: { verdict: IdentityVerdict | null; checkedUntil: CalendarDate | null }
  /** Who drives, too. */
  drivers: readonly { state: LicenceState; valid_until: CalendarDate }[]
  /** The pick-up. */
  startDate: CalendarDate
  /** The return. */
  endDate: CalendarDate
  /** The pick-up now, and the one for which the time of arrival was given; null without one. */
  startAt: Date
  arrivalFor: Date | null
  contract: { isSigned: boolean; isOutdated: boolean }
  /** Whether a picture proves it before the pick-up, and whether there is one. */
  deposit: { state: DepositState; isSentAhead: boolean; hasPicture: boolean }
}

export interface Readiness {
  parts: { part: ReadinessPart; state: PartState }[]
  isReady: boolean
  /** The first part that the traveller can do now. */
  next: ReadinessPart | null
}

/** Which parts of readiness a reservation needs, and which of them it has. Source: issue 19, B. */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const states: Record<ReadinessPart, PartState | null> = {
    LICENCE: licencePart(facts),
    DRIVERS: driversPart(facts.drivers, facts.endDate),
    IDENTITY: identityPart(facts),
    ARRIVAL: facts.arrivalFor?.getTime() === facts.startAt.getTime() ? 'DONE' : 'OPEN',
    CONTRACT: facts.contract.isSigned && !facts.contract.isOutdated ? 'DONE' : 'OPEN',
    DEPOSIT: depositPart(facts),
  }
  const parts = READINESS_PARTS.flatMap((part) => {
    const state = states[part]
    return state === null ? [] : [{ part, state }]
  })
  return {
    parts,
    isReady: parts.every(({ state }) => state === 'DONE' || state === 'AT_DESK'),
    next: parts.find(({ state }) => state === 'OPEN' || state === 'REFUSED')?.part ?? null,
  }
}

/** A licence that was confirmed and ends before a return that has been moved is asked for again. */
function licencePart({ licence, checkedUntil, endDate }: ReadinessFacts): PartState {
  if (checkedUntil !== null && checkedUntil >= endDate) return 'DONE'
  if (licence === 'SENT') return 'WAITING'
  return licence === 'REFUSED' ? 'REFUSED' : 'OPEN'
}

/** Being asked is voluntary, so it is no part before; whatever is not known then is looked at with the document at the pick-up. */
function identityPart({ identity: { verdict, checkedUntil }, startDate }: ReadinessFacts): PartState | null {
  if (checkedUntil !== null && checkedUntil >= startDate) return 'DONE'
  return verdict === null ? null : 'AT_DESK'
}

function depositPart({ deposit: { state, isSentAhead, hasPicture } }: ReadinessFacts): PartState | null {
  if (state === 'NONE') return null
  if (state !== 'AGREED' || hasPicture) return 'DONE'
  return isSentAhead ? 'OPEN' : 'AT_DESK'
}
