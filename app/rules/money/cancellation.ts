import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'
import { HOUR_MS } from '../time/durations.ts'

/** A company's cancellation terms in hours before pick-up, frozen into the reservation (default 48 and 24). */
export interface CancellationTerms {
  freeUntilHours: number
  halfUntilHours: number
}

export type RefundShare = 'full' | 'half' | 'none'

/** The deadlines for a full and for a half refund. Source: decisions.md, "Renting". */
export function cancellationDeadlines(pickUp: Date, terms: CancellationTerms): { freeUntil: Date; halfUntil: Date } {
  return {
    freeUntil: new Date(pickUp.getTime() - terms.freeUntilHours * HOUR_MS),
    halfUntil: new Date(pickUp.getTime() - terms.halfUntilHours * HOUR_MS),
  }
}

/**
 * The refund of a cancellation: all until the first deadline, half until the second, then nothing. `fee`, what was
 * paid of the price of flexible cancellation, is never part of it. Deadlines are
 * inclusive. Half of an odd amount is rounded up to a whole unit, in the customer's favour. `paid` and `amount` are in
 * the minor unit of `currency`. Source: decisions.md, "Renting"; the rounding is *ours*.
 */
export function refundOf(
  reservation: { paid: number; fee?: number; currency: CurrencyCode; pickUp: Date; now: Date } & CancellationTerms,
): { share: RefundShare; amount: number } {
  const { fee = 0, currency, pickUp, now } = reservation
  const paid = Math.max(0, reservation.paid - fee)
  const { freeUntil, halfUntil } = cancellationDeadlines(pickUp, reservation)
  if (now <= freeUntil) return { share: 'full', amount: paid }
  if (now > halfUntil) return { share: 'none', amount: 0 }
  const unit = WHOLE_UNIT[currency]
  return { share: 'half', amount: Math.min(paid, Math.ceil(paid / 2 / unit) * unit) }
}

/** What each side refunded out of its own account and has not recovered. */
export type Borne = { company: number; marketplace: number }

/**
 * Divides the part of a prepayment that the terms give back. The customer gets at most `left`, what was not refunded
 * before. The rest goes to whoever bore the earlier refunds, the company first. All amounts in one minor unit. Source:
 * decisions.md, "Money has one owner"; the order is *ours*.
 */
export function divideReturn({ byTerms, left, borne }: { byTerms: number; left: number; borne: Borne }): {
  customer: number
  company: number
  marketplace: number
} {
  const customer = Math.max(0, Math.min(byTerms, left))
  const company = Math.min(byTerms - customer, Math.max(0, borne.company))
  return { customer, company, marketplace: byTerms - customer - company }
}
