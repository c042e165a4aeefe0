import { addDays, type CalendarDate } from '../../time/calendar-date.ts'
import { MINUTE_MS } from '../../time/durations.ts'
import { instantOf } from '../../time/rental-time.ts'
import { FIXED_VIEWS, type PhotoView } from '../protocol.ts'
import type { Readiness, ReadinessPart } from './readiness.ts'

/** What must be there before a customer sees where the key is. Source: issue 19, B. */
export const KEY_CONDITIONS = ['IDENTITY', 'CONTRACT', 'DEPOSIT', 'PHOTOS'] as const
export type KeyCondition = (typeof KEY_CONDITIONS)[number]

/** EARLY: before the pick-up. LOCKED: a condition is missing. OPEN: place and code are shown. ENDED: they are shown no more. */
export const KEY_BOX_STATES = ['EARLY', 'LOCKED', 'OPEN', 'ENDED'] as const
export type KeyBoxState = (typeof KEY_BOX_STATES)[number]

/** What opens a box: at most ten digits, capital letters, `*` and `#`. */
export const KEY_CODE = /^[0-9A-Z*#]{3,10}$/
export const KEY_PLACE_MAX = 300

/** What a saved key box is for its vehicle: nothing (one that it always has stays), the one that it always has, or a reason to have none. */
export const VEHICLE_BOXES = ['KEEP', 'THIS', 'NONE'] as const

/** How long before the pick-up photos can be made and a code is shown. Source: design/golive 27. */
const OPENS_MINUTES = 30

const PART_OF: Record<Exclude<KeyCondition, 'PHOTOS'>, ReadinessPart> = {
  IDENTITY: 'LICENCE',
  CONTRACT: 'CONTRACT',
  DEPOSIT: 'DEPOSIT',
}

/** From when on a key box is of use, for a pick-up at this time. */
export function keyBoxOpensAt(startAt: Date): Date {
  return new Date(startAt.getTime() - OPENS_MINUTES * MINUTE_MS)
}

/** When a code ends: the first such time after the pick-up. All times are those of the pick-up's city. */
export function keyBoxEndsAt(time: string, start: { date: CalendarDate; time: string }, zone: string): Date {
  return instantOf(time > start.time ? start.date : addDays(start.date, 1), time, zone)
}

type KeyBoxFacts = Pick<Readiness, 'parts'> & {
  /** The sides of the vehicle that photos of the hand-over show. */
  views: readonly PhotoView[]
  startAt: Date
  endsAt: Date
}

/**
 * Which conditions of a key box are met, and whether its code is shown now. A part that a reservation does not need is met; what can only
 * be done at the counter is not.
 */
export function keyBoxState({ parts, views, startAt, endsAt }: KeyBoxFacts, now: Date) {
  const isDone = (condition: KeyCondition): boolean => {
    if (condition === 'PHOTOS') return FIXED_VIEWS.every((view) => views.includes(view))
    const part = parts.find((one) => one.part === PART_OF[condition])
    return !part || part.state === 'DONE'
  }
  const conditions = KEY_CONDITIONS.map((condition) => ({ condition, is_done: isDone(condition) }))
  return { conditions, state: stateAt(now, { startAt, endsAt, isMet: conditions.every(({ is_done }) => is_done) }) }
}

function stateAt(now: Date, { startAt, endsAt, isMet }: { startAt: Date; endsAt: Date; isMet: boolean }): KeyBoxState {
  if (now >= endsAt) return 'ENDED'
  if (now < keyBoxOpensAt(startAt)) return 'EARLY'
  return isMet ? 'OPEN' : 'LOCKED'
}
