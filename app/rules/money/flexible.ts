import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'
import type { CancellationTerms } from './cancellation.ts'
import type { BillLine } from './price.ts'

/** The highest percentage of the rent. Source: *ours*. */
export const FLEXIBLE_PERCENT_MAX = 50

/**
 * The cancellation terms of a booking with the option: free until these hours before the pick-up, never less than by the
 * company's own terms; a half refund ends no later than before. Source: issue 19, D.
 */
export function flexibleTerms(terms: CancellationTerms, untilHours: number): CancellationTerms {
  const freeUntilHours = Math.min(terms.freeUntilHours, untilHours)
  return { freeUntilHours, halfUntilHours: Math.min(terms.halfUntilHours, freeUntilHours) }
}

/** What of a bill is the price of flexible cancellation, which a customer who cancels does not get back. */
export function flexibleFee(lines: readonly Pick<BillLine, 'kind' | 'amount'>[]): number {
  return lines.reduce((sum, { kind, amount }) => (kind === 'flexible' ? sum + amount : sum), 0)
}

/**
 * The part of that price which is in what was paid, and which the company keeps: as much of it as of the whole bill, rounded
 * down to a whole unit, in the customer's favour. So cancelling with the option gives back no less than what was
 * paid for everything else. Amounts in the minor unit of `currency`. Source: *ours*.
 */
export function flexibleFeePaid({
  lines,
  total,
  paid,
  currency,
}: {
  lines: readonly Pick<BillLine, 'kind' | 'amount'>[]
  total: number
  paid: number
  currency: CurrencyCode
}): number {
  const fee = flexibleFee(lines)
  if (fee === 0 || total <= 0) return 0
  const unit = WHOLE_UNIT[currency]
  return Math.floor((fee * Math.min(paid, total)) / total / unit) * unit
}
