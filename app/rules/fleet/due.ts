import { addDays, type CalendarDate } from '#app/rules/time/calendar-date.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** What of a vehicle falls due: papers that end on a day, and work that is due by day or by kilometres. Source: *ours* (issue 19). */
export const DUE_KINDS = ['INSURANCE', 'INSPECTION', 'REGISTRATION', 'SERVICE', 'TYRES', 'OTHER'] as const
export type DueKind = (typeof DUE_KINDS)[number]

/** Without these a vehicle is not handed over once they have ended. Source: *ours* (issue 19). */
export const NEEDED_PAPERS = ['INSURANCE', 'INSPECTION'] as const satisfies readonly DueKind[]

/** Those that end on a day: they are renewed, and nothing is done in a workshop for them but the inspection. */
const PAPERS: readonly DueKind[] = ['INSURANCE', 'INSPECTION', 'REGISTRATION']

/** Whether it is a paper, which has a last day. */
export function isPaper(kind: DueKind): boolean {
  return PAPERS.includes(kind)
}

/** What is due within so many days, or so many kilometres, is due soon. Source: *ours*. */
export const DUE_SOON_DAYS = 7
export const DUE_SOON_KM = 500

/** The most papers that one entry has. Source: *ours*. */
export const PAPERS_MAX = 10

export const DUE_STATES = ['PASSED', 'SOON', 'LATER'] as const
export type DueState = (typeof DUE_STATES)[number]

export interface DueMoments {
  /** The last day on which it is in order. */
  due_on: CalendarDate | null
  /** The reading in km at which it is due. */
  due_km: number | null
  /** The vehicle's last known reading in km. */
  odometer: number | null
  /** The day on which the vehicle reaches `due_km` if it is driven as before. */
  expected_on: CalendarDate | null
}

/** How near it is; `today` in the vehicle's city. A paper is valid through its last day, and work is due when its kilometres are reached. */
export function stateOfDue({ due_on, due_km, odometer, expected_on }: DueMoments, today: CalendarDate): DueState {
  const left = due_km === null || odometer === null ? Number.POSITIVE_INFINITY : due_km - odometer
  if ((due_on !== null && due_on < today) || left <= 0) return 'PASSED'
  const lastSoon = addDays(today, DUE_SOON_DAYS)
  const days = [due_on, expected_on].filter((day) => day !== null)
  return left <= DUE_SOON_KM || days.some((day) => day <= lastSoon) ? 'SOON' : 'LATER'
}

/** Whether it keeps its vehicle from being handed over. */
export function closesHandOver(
  { kind, due_on }: { kind: DueKind; due_on: CalendarDate | null },
  today: CalendarDate,
): boolean {
  return NEEDED_PAPERS.some((paper) => paper === kind) && due_on !== null && due_on < today
}

/** A reading of the odometer, in km, on a day. */
export interface Reading {
  km: number
  on: CalendarDate
}

/** The longest look ahead: beyond it an estimate says nothing. Source: *ours*. */
const MOST_DAYS = 400

/**
 * The day on which a vehicle reaches a reading if it is driven as between its first and its last reading; null if they are of one
 * day or do not grow, or the day is too far. Never before `today`.
 */
export function expectedDay(
  { first, last, due_km }: { first: Reading | null; last: Reading | null; due_km: number },
  today: CalendarDate,
): CalendarDate | null {
  if (!first || !last) return null
  const days = (Date.parse(last.on) - Date.parse(first.on)) / DAY_MS
  const driven = last.km - first.km
  if (days <= 0 || driven <= 0) return null
  const ahead = Math.ceil(((due_km - last.km) * days) / driven)
  if (ahead > MOST_DAYS) return null
  const day = addDays(last.on, Math.max(ahead, 0))
  return day < today ? today : day
}
