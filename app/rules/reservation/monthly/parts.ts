import { type CurrencyCode, WHOLE_UNIT } from '../../constants.ts'
import { addDays, type CalendarDate, daysBetween } from '../../time/calendar-date.ts'

/** A monthly part of a rent is as long as this; the last one is the rest. Source: issue 19, A; design/golive, screen 10. */
export const PART_DAYS = 30

/** A part is due so many days before it begins, so that the company knows before the month does. Source: *ours*. */
const DUE_DAYS_BEFORE = 3

/** The company's terms where it never changed them: days after the due date, and days of notice before an early end. */
export const PART_GRACE_DAYS = 2
export const END_NOTICE_DAYS = 7
export const PART_GRACE_DAYS_MAX = 14
export const END_NOTICE_DAYS_MAX = 60

/** By how many days staff can move a due date at most. Source: *ours*. */
export const POSTPONE_DAYS_MAX = 30

/** A part of a rental's price, in the minor unit. */
export type Part = { days: number; starts_on: CalendarDate; due_on: CalendarDate; amount: number }

/** A stored part: `position` counts from 1 and never changes. */
export type PlannedPart = Part & { position: number }

/** Whether a rental is long enough for monthly parts: there are two of them at least. */
export function isMonthly(days: number): boolean {
  return days > PART_DAYS
}

type Rental = {
  /** In the minor unit of `currency`. */
  total: number
  days: number
  start: CalendarDate
  currency: CurrencyCode
}

/**
 * Splits the price of a rental into monthly parts: whole months cost the same, in whole units, and the last part is what is
 * left, so that the parts add up to the price. The first is due on `firstDue`, the others before they begin, but never
 * before the first. Throws a RangeError for less than a day.
 */
export function splitParts({ total, days, start, currency, firstDue }: Rental & { firstDue: CalendarDate }): Part[] {
  if (days < 1) throw new RangeError(`a rent of ${days} days has no parts`)
  const count = Math.ceil(days / PART_DAYS)
  const month = wholeUnits((total * PART_DAYS) / days, currency)
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1
    const starts_on = addDays(start, index * PART_DAYS)
    return {
      days: isLast ? days - index * PART_DAYS : PART_DAYS,
      starts_on,
      due_on: index === 0 ? firstDue : dueBefore(starts_on, firstDue),
      amount: isLast ? total - month * index : month,
    }
  })
}

/** What stays of a plan, by position, and what is new. */
export type Replanned = { kept: Pick<PlannedPart, 'position' | 'days' | 'amount'>[]; added: Part[] }

/**
 * The plan of a rental whose length or price has changed: parts that are paid stay as they are, as far as the new price and
 * days go, and the rest of the price is split again over the rest of the days. What is left of a rental whose days are all
 * paid for is one part of no days, due on its last day. The parts add up to the new price and days. A part that was open
 * before keeps the date that was agreed for it; dates that are to come move with a later start.
 */
export function replan({
  parts,
  received,
  today,
  ...rental
}: Rental & { parts: readonly PlannedPart[]; received: number; today: CalendarDate }): Replanned {
  const kept: Replanned['kept'] = []
  let [money, days, covered] = [rental.total, rental.days, received]
  for (const { position, ...part } of parts) {
    if (covered < part.amount || money === 0 || days === 0) break
    covered -= part.amount
    const amount = Math.min(part.amount, money)
    const length = Math.min(part.days, days)
    kept.push({ position, days: length, amount })
    money -= amount
    days -= length
  }
  const last = kept.at(-1)
  // Days that cost nothing more belong to the last part that is paid.
  if (money === 0 && days > 0 && last) {
    last.days += days
    days = 0
  }
  if (money === 0 && days === 0) return { kept, added: [] }
  const start = addDays(rental.start, rental.days - days)
  const open = parts.slice(kept.length)
  if (days === 0) {
    const [was] = open
    const isAgreed = was && (was.days === 0 || was.due_on < today)
    return {
      kept,
      added: [{ days: 0, starts_on: start, due_on: isAgreed ? was.due_on : later(today, start), amount: money }],
    }
  }
  const moved = parts[0] ? Math.max(0, daysBetween(parts[0].starts_on, rental.start)) : 0
  const agreed = open.map(({ due_on }) => (due_on < today ? due_on : addDays(due_on, moved)))
  const firstDue = kept.length === 0 ? later(agreed[0] ?? today, today) : dueBefore(start, today)
  const split = splitParts({ ...rental, total: money, days, start, firstDue })
  return { kept, added: split.map((part, index) => ({ ...part, due_on: agreed[index] ?? part.due_on })) }
}

const dueBefore = (starts: CalendarDate, earliest: CalendarDate) => later(addDays(starts, -DUE_DAYS_BEFORE), earliest)
const later = (one: CalendarDate, other: CalendarDate) => (one > other ? one : other)

function wholeUnits(amount: number, currency: CurrencyCode): number {
  const unit = WHOLE_UNIT[currency]
  return Math.floor(amount / unit) * unit
}
