import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { DAY_MS } from '../time/durations.ts'
import { type ReservationStatus, SUCCESSFUL } from './reservation-status.ts'

/** What a company sees of a customer, from little to all: each includes the ones before it. */
export const CUSTOMER_SEEN = ['FIRST_NAME', 'CONTACT', 'PAPERS'] as const
export type CustomerSeen = (typeof CUSTOMER_SEEN)[number]

/** How long a company sees identity numbers and papers after the return. */
export const PAPERS_DAYS = 30

export interface SeenTrip {
  status: ReservationStatus
  /** Whether the company had ever accepted it: a called-off one does not say that by its status. */
  wasAccepted: boolean
  /** Whether its own staff booked it: they know the customer from the beginning. */
  isOwn?: boolean
  start_date: CalendarDate
  /** The zone of the place where it begins. */
  zone: string
  /** When the vehicle came back; for one that never did when it was due. */
  returnedAt: Date
}

/**
 * What the company sees of a trip's customer now: before it accepts the first name, age band and language; after that
 * name and phone; national id and papers from the day on which the vehicle can be handed over until 30 days after the
 * return. Source: decisions.md, "What a company sees of a customer".
 */
export function seenByCompany(trip: SeenTrip, now: Date): CustomerSeen {
  const { status, wasAccepted, isOwn = false, start_date, zone, returnedAt } = trip
  if (!isOwn && !isAccepted(status, wasAccepted)) return 'FIRST_NAME'
  if (status === 'CONFIRMED') return dateIn(zone, now) >= start_date ? 'PAPERS' : 'CONTACT'
  if (status === 'ACTIVE') return 'PAPERS'
  const isRecent = now.getTime() < returnedAt.getTime() + PAPERS_DAYS * DAY_MS
  return status === 'COMPLETED' && isRecent ? 'PAPERS' : 'CONTACT'
}

/**
 * Whether the company sees the licence that a customer has sent ahead: sending it is the beginning of the check-in, so from
 * then on, as long as it sees papers. Source: decisions.md, "What a company sees of a customer".
 */
export function seesLicence(trip: SeenTrip, now: Date): boolean {
  return trip.status === 'CONFIRMED' || seenByCompany(trip, now) === 'PAPERS'
}

/** A customer's name as the company may read it in this status, where it only names the trip. */
export function nameForCompany({ fullname, status }: { fullname: string; status: ReservationStatus }): string {
  return isAccepted(status, false) ? fullname : firstName(fullname)
}

/** The first word of a name. */
export function firstName(fullname: string): string {
  return fullname.trim().split(/\s+/u)[0] ?? ''
}

function isAccepted(status: ReservationStatus, wasAccepted: boolean): boolean {
  return SUCCESSFUL.includes(status) || (status === 'CANCELLED' && wasAccepted)
}

/** The first ages of the bands; younger people are in the band below the first of them. */
const BANDS = [21, 25, 30, 40, 50, 60] as const

/** An age as a band of years: `from` is null for the youngest, `to` (the last year of it) for the oldest. */
export interface AgeBand {
  from: number | null
  to: number | null
}

/** The band of a person's age on a day; without both ends if the birth is not known. */
export function ageBand(birth: CalendarDate | null, on: CalendarDate): AgeBand {
  if (birth === null) return { from: null, to: null }
  const years = Number(on.slice(0, 4)) - Number(birth.slice(0, 4)) - (on.slice(5) < birth.slice(5) ? 1 : 0)
  const next = BANDS.findIndex((first) => years < first)
  if (next === 0) return { from: null, to: BANDS[0] - 1 }
  if (next < 0) return { from: BANDS.at(-1)!, to: null }
  return { from: BANDS[next - 1]!, to: BANDS[next]! - 1 }
}
