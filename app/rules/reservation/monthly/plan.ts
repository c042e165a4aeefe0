import { addDays, type CalendarDate, daysBetween } from '../../time/calendar-date.ts'
import type { ReservationStatus } from '../reservation-status.ts'

/** A part is paid, or due on a day, or late since then. */
export const PART_STATES = ['PAID', 'DUE', 'LATE'] as const
export type PartState = (typeof PART_STATES)[number]

type Stored = { amount: number; due_on: CalendarDate }

/** How much of a part is still to be paid, in the minor unit, and what that makes of it. */
export type Coverage = { left: number; state: PartState; days_late: number }

/**
 * The parts of a plan with what the rent that was received has covered of each: money covers the earliest part first,
 * whichever way it came, so that the plan needs no second account beside the ledger. The caller gives the parts in order.
 * Source: *ours*.
 */
export function coveredParts<Part extends Stored>(
  parts: readonly Part[],
  { received, today }: { received: number; today: CalendarDate },
): (Part & Coverage)[] {
  let money = received
  return parts.map((part) => {
    const covered = Math.min(part.amount, Math.max(0, money))
    money -= covered
    const left = part.amount - covered
    const days_late = left > 0 ? Math.max(0, daysBetween(part.due_on, today)) : 0
    return { ...part, left, state: left === 0 ? 'PAID' : days_late > 0 ? 'LATE' : 'DUE', days_late }
  })
}

/** The part that is paid next; undefined where all are. */
export function nextPart<Part extends { left: number }>(parts: readonly Part[]): Part | undefined {
  return parts.find(({ left }) => left > 0)
}

/** Whether parts of a rental are paid in its present status: from its confirmation until it is closed. */
export function takesParts({ status }: { status: ReservationStatus }): boolean {
  return status === 'CONFIRMED' || status === 'ACTIVE'
}

/** What of a plan is due by a day, in the minor unit. */
export function dueBy(parts: readonly (Stored & { left: number })[], day: CalendarDate): number {
  return parts.reduce((sum, { left, due_on }) => (due_on <= day ? sum + left : sum), 0)
}

/** The first and last days on which a rental under way can end early; null if there are none. */
export type EarlyEnds = { first: CalendarDate; last: CalendarDate } | null

/**
 * The days on which a rental can be ended early: from the notice on, not before its second day, and before the return that
 * is booked; not today once the booked time of day has passed (`isPast`). Source: design/golive, screen 09.
 */
export function earlyEnds({
  today,
  notice,
  start,
  end,
  isPast,
}: {
  today: CalendarDate
  notice: number
  start: CalendarDate
  end: CalendarDate
  isPast: boolean
}): EarlyEnds {
  const soonest = addDays(today, isPast ? Math.max(1, notice) : notice)
  const first = soonest > start ? soonest : addDays(start, 1)
  const last = addDays(end, -1)
  return first <= last ? { first, last } : null
}

/** For each part the receipt that paid the last of it, the receipts being in order; null for parts that are not paid. */
export function coveredBy<Receipt extends { amount: number }>(
  parts: readonly { amount: number }[],
  receipts: readonly Receipt[],
): (Receipt | null)[] {
  let [needed, came, used] = [0, 0, 0]
  return parts.map((part) => {
    needed += part.amount
    while (came < needed && used < receipts.length) {
      came += receipts[used]?.amount ?? 0
      used += 1
    }
    return came >= needed ? (receipts[Math.max(0, used - 1)] ?? null) : null
  })
}

/**
 * What becomes of the rent that came in when a rental ends early and costs less: `left` is still to be paid; what is too
 * much goes back online as far as it came in online (`refund`), and at the desk otherwise. In the minor unit.
 */
export function earlyEndSums({ total, received, online }: { total: number; received: number; online: number }) {
  const tooMuch = Math.max(0, received - total)
  const refund = Math.min(tooMuch, online)
  return { left: Math.max(0, total - received), refund, desk_back: tooMuch - refund }
}
