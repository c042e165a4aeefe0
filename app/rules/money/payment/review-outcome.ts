/**
 * What an operator can find out about a payment in REVIEW: the bank has returned it, the bank kept it and owes it to
 * us, or the bank never received it. Source: *ours*.
 */
export const REVIEW_OUTCOMES = ['RETURNED', 'KEPT', 'MISSING'] as const
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]
