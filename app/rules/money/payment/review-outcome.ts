/**
 * What an operator may have found out about a payment in REVIEW: the bank has returned it, the bank kept it and owes it to us, or it never
 * arrived there. Source: *ours*.
 */
export const REVIEW_OUTCOMES = ['RETURNED', 'KEPT', 'MISSING'] as const
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number]
