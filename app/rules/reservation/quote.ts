import { type CalendarDate, isCalendarDate } from '../time/calendar-date.ts'
import { DAY_MS, HOUR_MS } from '../time/durations.ts'
import { instantOf } from '../time/rental-time.ts'
import type { ReservationStatus } from './reservation-status.ts'
import { holdEnd } from './staff-booking.ts'

/** How a quote was answered: by its customer, or withdrawn by the company. */
export const QUOTE_ANSWERS = ['OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const
export type QuoteAnswer = (typeof QUOTE_ANSWERS)[number]

/** What staff and customer see of a quote; SEEN: its link was opened, ENDED: nobody answered in time. */
export const QUOTE_STATES = ['OPEN', 'SEEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'ENDED'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** How long a quote stands: an hour, a day, or until the evening of a date. */
export const QUOTE_TERMS = ['HOUR', 'DAY', 'DATE'] as const
export type QuoteTerm = (typeof QUOTE_TERMS)[number]

/** How an accepted quote is paid: the prepayment by the link, or all of it at the pick-up. */
export const QUOTE_PAYMENTS = ['LINK', 'LATER'] as const
export type QuotePayment = (typeof QUOTE_PAYMENTS)[number]

/** No vehicle waits longer than this for an answer. Source: *ours*. */
export const QUOTE_MOST_DAYS = 14

/** When a quote that stands until a date ends on that day, in the time of the place. Source: design/golive, screen 04. */
export const QUOTE_ENDS_AT = '20:00'

/** The state of a quote; `status` is its reservation's at the moment. */
export function quoteState({
  quote,
  status,
  seen,
}: {
  quote: QuoteAnswer
  status: ReservationStatus
  seen: boolean
}): QuoteState {
  if (quote !== 'OPEN') return quote
  if (status !== 'AWAITING_PAYMENT') return 'ENDED'
  return seen ? 'SEEN' : 'OPEN'
}

/** Whether its customer can still answer. */
export function isAnswerable(state: QuoteState): boolean {
  return state === 'OPEN' || state === 'SEEN'
}

type Term = { term: QuoteTerm; until?: CalendarDate | undefined }

/**
 * Until when a quote stands, or the key of the error. It never stands beyond the pick-up, nor longer than 14 days from
 * now; an hour or a day that would pass the pick-up ends there. Source: issue 19, A; the bounds are *ours*.
 * @param from from when an hour or a day counts: now, or the end of a quote that is extended
 */
export function quoteEnd(
  { term, until }: Term,
  { now, from = now, pickUp, zone }: { now: Date; from?: Date; pickUp: Date; zone: string },
): { end: Date } | { fieldError: string } {
  if (term !== 'DATE') {
    const end = holdEnd(term, { now: from, pickUp })
    if (from.getTime() === now.getTime()) return { end }
    const last = latest({ now, pickUp })
    if (last <= from) return { fieldError: 'quote_too_long' }
    return { end: end < last ? end : last }
  }
  if (until === undefined) return { fieldError: 'required' }
  if (!isCalendarDate(until)) return { fieldError: 'not_a_date' }
  const end = instantOf(until, QUOTE_ENDS_AT, zone)
  if (end <= from) return { fieldError: from.getTime() === now.getTime() ? 'quote_past' : 'quote_not_longer' }
  return end > latest({ now, pickUp }) ? { fieldError: 'quote_too_long' } : { end }
}

const latest = ({ now, pickUp }: { now: Date; pickUp: Date }) =>
  new Date(Math.min(now.getTime() + QUOTE_MOST_DAYS * DAY_MS, pickUp.getTime()))

/**
 * Until when an accepted quote is held for its payment: as long as it stood, and at least an hour, as after every link
 * of staff.
 */
export function acceptedHold({ now, stands }: { now: Date; stands: Date }): Date {
  return new Date(Math.max(stands.getTime(), now.getTime() + HOUR_MS))
}
