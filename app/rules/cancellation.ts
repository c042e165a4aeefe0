import { type CurrencyCode, WHOLE_UNIT } from './constants.ts'

/** A company's cancellation terms in hours before pick-up, frozen into the reservation (default 48 and 24). */
export interface CancellationTerms {
  freeUntilHours: number
  halfUntilHours: number
}

export type RefundShare = 'full' | 'half' | 'none'

const HOUR_MS = 3_600_000

/** The instants until which cancelling gives all and half of what was paid. Source: decisions.md, "Renting". */
export function cancellationDeadlines(pickUp: Date, terms: CancellationTerms): { freeUntil: Date; halfUntil: Date } {
  return {
    freeUntil: new Date(pickUp.getTime() - terms.freeUntilHours * HOUR_MS),
    halfUntil: new Date(pickUp.getTime() - terms.halfUntilHours * HOUR_MS),
  }
}

/**
 * What a customer who cancels gets back: all until the first deadline, half until the second, then nothing; a deadline's
 * own instant is still in time. Half of an odd amount is rounded up to a whole unit, for the customer.
 * `paid` and `amount` are in the minor unit of `currency`. Source: decisions.md, "Renting"; the rounding is *ours*.
 */
export function refundOf(
  reservation: { paid: number; currency: CurrencyCode; pickUp: Date; now: Date } & CancellationTerms,
): { share: RefundShare; amount: number } {
  const { paid, currency, pickUp, now } = reservation
  const { freeUntil, halfUntil } = cancellationDeadlines(pickUp, reservation)
  if (now <= freeUntil) return { share: 'full', amount: paid }
  if (now > halfUntil) return { share: 'none', amount: 0 }
  const unit = WHOLE_UNIT[currency]
  return { share: 'half', amount: Math.min(paid, Math.ceil(paid / 2 / unit) * unit) }
}

/** What each side has given back out of its own account and has not got again. */
export type Borne = { company: number; marketplace: number }

/**
 * How what the terms give back of a prepayment is divided. The customer gets it as far as nothing of it was refunded before:
 * `left` is what can still be given back. The rest goes to whoever bore those refunds, the company first. All amounts in one
 * minor unit. Source: decisions.md, "Money has one owner"; the order is *ours*.
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
