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
