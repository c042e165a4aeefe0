import { type CancellationTerms, type RefundShare, refundOf } from '#app/rules/money/cancellation.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { CurrencyCode } from '../constants.ts'
import type { ReservationStatus } from './reservation-status.ts'

/**
 * A change waits for its payment or is applied at once; a late payment may still apply an expired one. An extension is
 * first asked of the company.
 */
const CHANGE_TRANSITIONS = {
  ASKED: ['AWAITING_PAYMENT', 'DONE', 'REFUSED', 'CANCELLED', 'EXPIRED'],
  AWAITING_PAYMENT: ['DONE', 'CANCELLED', 'EXPIRED'],
  EXPIRED: ['DONE'],
  DONE: [],
  REFUSED: [],
  CANCELLED: [],
} as const
export type ChangeStatus = keyof typeof CHANGE_TRANSITIONS

/** Changes that are under way: a reservation has one at most. */
export const PENDING: readonly ChangeStatus[] = ['ASKED', 'AWAITING_PAYMENT']

/** Changes that apply, or will once they are paid; a later one of these replaces a change that expired. */
export const LASTING: readonly ChangeStatus[] = ['AWAITING_PAYMENT', 'DONE']

/** Whether a change of one status may become another. */
export function mayFollow(from: ChangeStatus, to: ChangeStatus): boolean {
  return (CHANGE_TRANSITIONS[from] as readonly ChangeStatus[]).includes(to)
}

/** The columns of a reservation that a change may alter. Instants are ISO texts. */
export type WantedRental = {
  start_date: CalendarDate
  start_time: string
  end_date: CalendarDate
  end_time: string
  start_at: string
  end_at: string
  days: number
  receive_place_id: number | null
  receive_address: string | null
  return_place_id: number | null
  return_address: string | null
  child_seat_count: number
  extra_driver: boolean
  internet: boolean
  supplemental_insurance: boolean
  free_until: string
  half_until: string
}

export type Range = { start: Date; end: Date }

/**
 * What a changed rental takes of its vehicle, with the gap in minutes. Where it does not grow it keeps its former bounds,
 * which may be narrower: moved to this vehicle after the pick-up, or the gap was raised with another rental next.
 */
export function rangeOfChange({
  booked,
  wanted,
  former,
  gap,
}: {
  booked: Range
  wanted: Range
  former: Range
  gap: number
}): Range {
  const start = wanted.start < booked.start ? wanted.start : later(wanted.start, former.start)
  const withGap = new Date(wanted.end.getTime() + gap * MINUTE_MS)
  return { start, end: wanted.end > booked.end ? withGap : earlier(withGap, former.end) }
}

/** The parts of the requested range outside the booked one: none, one, or one on each side. */
export function rangeBeyond(wanted: Range, taken: Range): Range[] {
  const before = { start: wanted.start, end: earlier(wanted.end, taken.start) }
  const after = { start: later(wanted.start, taken.end), end: wanted.end }
  return [before, after].filter(({ start, end }) => start < end)
}

/**
 * A cancellation deadline after a change: as many hours before the new pick-up as before the former one. A deadline
 * that has passed stays passed, because otherwise a change would restore a lost refund. Source: *ours*.
 */
export function movedDeadline(deadline: Date, moved: { from: Date; to: Date; now: Date }): Date {
  if (moved.now > deadline) return deadline
  return new Date(moved.to.getTime() - (moved.from.getTime() - deadline.getTime()))
}

/**
 * The part of a prepayment that the company keeps when a change removes days: the cancellation terms apply to those
 * days. `paid` is what was paid so far, `payableForDays` what would be payable for the new days with all else as
 * booked, both in the minor unit of `currency`. 0 for a change that removes no days. Source: decisions.md, "Decided
 * after the first look".
 */
export function keptOfReturnedDays(
  change: {
    days: { before: number; after: number }
    paid: number
    payableForDays: number
    currency: CurrencyCode
    pickUp: Date
    now: Date
  } & CancellationTerms,
): { kept: number; share: RefundShare } {
  const { days, paid, payableForDays } = change
  const ofDays = days.after < days.before ? Math.max(0, paid - payableForDays) : 0
  const { share, amount } = refundOf({ ...change, paid: ofDays })
  return { kept: ofDays - amount, share }
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
const later = (one: Date, other: Date) => (one > other ? one : other)

/**
 * What a changed rental costs in addition, in the minor unit; negative where it gives money back. `paid` is what the
 * booking has paid, `kept` what the cancellation terms keep of days that are given back.
 */
export function differenceOfChange(change: { payable_now: number; paid: number; kept: number }): number {
  return change.payable_now - (change.paid - change.kept)
}

/** What the terms kept, of a change whose difference is known. */
export function keptByChange(change: { payable_now: number; paid: number; difference: number }): number {
  return change.paid + change.difference - change.payable_now
}

/** How long a customer has to pay for an extension that the company has accepted. Source: issue 19, A. */
export const EXTENSION_PAY_MINUTES = 120

/** The extensions that are shown with their prices, in days. Source: *ours*. */
export const EXTENSION_DAYS = [1, 2, 3] as const

/**
 * Until when the company can be asked for more time: until the return that is booked, of a rental under way or one that
 * its customer can no longer change alone (`isChangeable`); null for all others. Source: issue 19, A.
 */
export function extendableUntil(
  { status, end_at }: { status: ReservationStatus; end_at: Date },
  { isChangeable, now }: { isChangeable: boolean; now: Date },
): Date | null {
  const isNear = status === 'ACTIVE' || (status === 'CONFIRMED' && !isChangeable)
  return isNear && now < end_at ? end_at : null
}

/** Until when an accepted extension is held for its payment: two hours, but not beyond the return that is wanted. */
export function extensionHold({ now, wantedEnd }: { now: Date; wantedEnd: Date }): Date {
  const end = Math.min(now.getTime() + EXTENSION_PAY_MINUTES * MINUTE_MS, wantedEnd.getTime())
  return new Date(end)
}

/** Whether its company can give a reservation more time: until the vehicle is back. Source: issue 19, A. */
export function isExtendable({ status }: { status: ReservationStatus }): boolean {
  return status === 'CONFIRMED' || status === 'ACTIVE'
}
