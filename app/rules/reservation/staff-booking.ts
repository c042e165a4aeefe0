import { type CurrencyCode, HOLD_MINUTES, WHOLE_UNIT } from '../constants.ts'
import { type Bill, type BillLine, prepaymentOf, rentAverage } from '../money/price.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import type { ReservationStatus } from './reservation-status.ts'

/** Where a reservation was made: by the customer on the site, or by the company's staff. */
export const BOOKING_SOURCES = ['SITE', 'COUNTER', 'PHONE'] as const
export type BookingSource = (typeof BOOKING_SOURCES)[number]
/** Those of staff. */
export const STAFF_SOURCES = ['PHONE', 'COUNTER'] as const

/** How a booking of staff is paid: by a link that the customer gets, at the desk now, or at the hand-over. */
export const BOOKING_PAYMENTS = ['LINK', 'CASH', 'CARD', 'LATER'] as const
export type BookingPayment = (typeof BOOKING_PAYMENTS)[number]

/** How long the vehicle waits for a payment by link. */
export const BOOKING_HOLDS = ['HOUR', 'DAY', 'PICK_UP'] as const
export type BookingHold = (typeof BOOKING_HOLDS)[number]

/** Why staff give another price. */
export const PRICE_REASONS = ['REGULAR', 'COMPETITOR', 'AMENDS', 'CONDITION', 'OTHER'] as const
export type PriceReason = (typeof PRICE_REASONS)[number]

/** A customer at the counter may have the vehicle from a time that has just passed. */
export const COUNTER_GRACE_MS = HOUR_MS

/** Higher prices than this many times the list's are probably typing errors. */
const MOST_TIMES = 5

/**
 * Until when a vehicle is held for a payment by link: an hour whatever the pick-up; a day, but not beyond the pick-up;
 * or until that. Never shorter than a traveller's hold. Source: issue 19, A; the bounds are *ours*.
 */
export function holdEnd(hold: BookingHold, { now, pickUp }: { now: Date; pickUp: Date }): Date {
  const [at, start] = [now.getTime(), pickUp.getTime()]
  if (hold === 'HOUR') return new Date(at + HOUR_MS)
  const end = hold === 'DAY' ? Math.min(at + DAY_MS, start) : start
  return new Date(Math.max(end, at + HOLD_MINUTES * MINUTE_MS))
}

/** The prices per day between which somebody may choose, in the minor unit, and the list's: the average of its days. */
export interface PriceBounds {
  listed: number
  lowest: number
  highest: number
}

/**
 * How far a price may be changed: by `percent` of the list's to either side, in whole units; an owner (null) is only
 * kept from nothing and from typing errors. Source: issue 19, A.
 */
export function priceBounds(bill: Pick<Bill, 'lines' | 'days' | 'currency'>, percent: number | null): PriceBounds {
  const { currency } = bill
  const listed = rentAverage(bill)
  const unit = WHOLE_UNIT[currency]
  if (percent === null) return { listed, lowest: unit, highest: listed * MOST_TIMES }
  const share = (of: number, round: (value: number) => number) => round((listed * of) / 100 / unit) * unit
  return { listed, lowest: Math.max(unit, share(100 - percent, Math.ceil)), highest: share(100 + percent, Math.floor) }
}

/**
 * The bill at another price per day: the difference is a line of its own after the rent. The prepayment is computed
 * again.
 */
export function billAtPrice<Priced extends Bill>(
  bill: Priced,
  { dayPrice, prepaymentPercent }: { dayPrice: number; prepaymentPercent: number },
): Priced {
  const { days, currency } = bill
  const unit = dayPrice - rentAverage(bill)
  if (unit === 0) return bill
  const change: BillLine = { kind: 'price_change', quantity: 1, days, unit, amount: unit * days }
  const afterRent = bill.lines.findLastIndex(({ kind }) => kind === 'rent') + 1
  const total = bill.total + change.amount
  const payable_now = prepaymentOf(total, prepaymentPercent, currency)
  const lines = bill.lines.toSpliced(afterRent, 0, change)
  return { ...bill, lines, total, payable_now, due_at_desk: total - payable_now }
}

/** How long staff can take back a booking that they made by mistake. Source: design/golive, screen 03. */
const BOOKING_UNDO_MS = 15 * MINUTE_MS

/**
 * Until when a booking of staff can be taken back: for 15 minutes, while nothing was paid and nobody has the vehicle;
 * null for every other. A quote is withdrawn instead.
 */
export function bookingUndoneUntil(booking: {
  source: BookingSource
  status: ReservationStatus
  quote: string | null
  created_at: Date
  /** Whether money came in, online or at the desk. */
  hasMoney: boolean
  now: Date
}): Date | null {
  const { source, status, quote, created_at, hasMoney, now } = booking
  if (source === 'SITE' || quote !== null || hasMoney) return null
  if (status !== 'AWAITING_PAYMENT' && status !== 'CONFIRMED') return null
  const until = new Date(created_at.getTime() + BOOKING_UNDO_MS)
  return now < until ? until : null
}

/** Whether a link can be paid: the bank of the euro asks for an address, which staff don't take down. */
export function paymentsIn(currency: CurrencyCode): readonly BookingPayment[] {
  return currency === 'EUR' ? BOOKING_PAYMENTS.filter((payment) => payment !== 'LINK') : BOOKING_PAYMENTS
}
