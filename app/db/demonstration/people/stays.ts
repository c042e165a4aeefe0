import type { ReservationActor, ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import type { BookingSource } from '#app/rules/reservation/staff-booking.ts'

/** A reservation of the demonstration. Times are relative to the moment of loading; negative ones are before it. */
export type Stay = {
  status: ReservationStatus
  /** Whose vehicle: the demonstration's first company, or one that confirms by hand. */
  company: 'first' | 'by hand'
  /** Which of its free vehicles, the best first: 0 (the default) is the best. */
  vehicle?: number
  bookedAt: number
  pickUp: number
  days: number
  /** Where it was booked, if the company's staff did it. */
  source?: Exclude<BookingSource, 'SITE'>
  /** An offer that its customer has yet to accept: for how many days it stands, and the words with it. */
  quote?: { days: number; message: string }
  /** Paid in monthly parts, of which `paidBy` has paid the first. */
  monthly?: true
  /** Picked up and returned at the office's next half hour after loading; at 10:00 where absent. */
  time?: 'next'
  /** How it was prepaid: by the bank, or partly from the wallet and the rest by the bank. */
  paidBy: 'bank' | 'wallet and bank' | 'nobody'
  /** The share of the prepayment that was refunded to the wallet. */
  refund?: 'full' | 'half'
  events: { status: ReservationStatus; at: number; actor: ReservationActor; reason?: string }[]
}

const MINUTE = 1 / 1440

/** The owner's reservations in the order of booking, so that the ledger is in chronological order. */
export const STAYS: readonly Stay[] = [
  {
    status: 'COMPLETED',
    company: 'first',
    bookedAt: -75,
    pickUp: -66,
    days: 5,
    paidBy: 'bank',
    events: [
      { status: 'AWAITING_PAYMENT', at: -75, actor: 'CUSTOMER' },
      { status: 'CONFIRMED', at: -75 + 4 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
      { status: 'ACTIVE', at: -66, actor: 'COMPANY' },
      { status: 'COMPLETED', at: -61, actor: 'COMPANY' },
    ],
  },
  {
    status: 'REJECTED',
    company: 'by hand',
    bookedAt: -50,
    pickUp: -44,
    days: 3,
    paidBy: 'bank',
    refund: 'full',
    events: [
      { status: 'AWAITING_PAYMENT', at: -50, actor: 'CUSTOMER' },
      { status: 'AWAITING_CONFIRMATION', at: -50 + 6 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
      { status: 'REJECTED', at: -50 + 180 * MINUTE, actor: 'COMPANY', reason: 'خودرو به تعمیرگاه رفته است.' },
    ],
  },
  {
    status: 'COMPLETED',
    company: 'first',
    bookedAt: -40,
    pickUp: -31,
    days: 8,
    paidBy: 'bank',
    events: [
      { status: 'AWAITING_PAYMENT', at: -40, actor: 'CUSTOMER' },
      { status: 'CONFIRMED', at: -40 + 3 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
      { status: 'ACTIVE', at: -31, actor: 'COMPANY' },
      { status: 'COMPLETED', at: -23, actor: 'COMPANY' },
    ],
  },
  {
    status: 'CANCELLED',
    company: 'first',
    bookedAt: -20,
    pickUp: -12,
    days: 2,
    paidBy: 'bank',
    refund: 'half',
    events: [
      { status: 'AWAITING_PAYMENT', at: -20, actor: 'CUSTOMER' },
      { status: 'CONFIRMED', at: -20 + 5 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
      { status: 'CANCELLED', at: -13.5, actor: 'CUSTOMER', reason: 'سفرم عقب افتاد.' },
    ],
  },
  {
    status: 'EXPIRED',
    company: 'first',
    bookedAt: -9,
    pickUp: -4,
    days: 3,
    paidBy: 'nobody',
    events: [
      { status: 'AWAITING_PAYMENT', at: -9, actor: 'CUSTOMER' },
      { status: 'EXPIRED', at: -9 + 20 * MINUTE, actor: 'SYSTEM', reason: 'unpaid' },
    ],
  },
  {
    status: 'ACTIVE',
    company: 'first',
    bookedAt: -6,
    pickUp: -1,
    days: 4,
    paidBy: 'bank',
    events: [
      { status: 'AWAITING_PAYMENT', at: -6, actor: 'CUSTOMER' },
      { status: 'CONFIRMED', at: -6 + 4 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
      { status: 'ACTIVE', at: -0.9, actor: 'COMPANY' },
    ],
  },
  {
    status: 'CONFIRMED',
    company: 'first',
    bookedAt: -2,
    pickUp: 16,
    days: 7,
    paidBy: 'wallet and bank',
    events: [
      { status: 'AWAITING_PAYMENT', at: -2, actor: 'CUSTOMER' },
      { status: 'CONFIRMED', at: -2 + 5 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
    ],
  },
  {
    status: 'AWAITING_CONFIRMATION',
    company: 'by hand',
    bookedAt: -30 * MINUTE,
    pickUp: 25,
    days: 4,
    paidBy: 'bank',
    events: [
      { status: 'AWAITING_PAYMENT', at: -30 * MINUTE, actor: 'CUSTOMER' },
      { status: 'AWAITING_CONFIRMATION', at: -25 * MINUTE, actor: 'SYSTEM', reason: 'paid' },
    ],
  },
  {
    status: 'AWAITING_PAYMENT',
    company: 'first',
    bookedAt: -MINUTE,
    pickUp: 32,
    days: 3,
    paidBy: 'nobody',
    events: [{ status: 'AWAITING_PAYMENT', at: -MINUTE, actor: 'CUSTOMER' }],
  },
]
