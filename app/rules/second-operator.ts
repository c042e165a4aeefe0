/** For how long what an operator moved alone counts (*ours*): a day from then on, and not one that begins anew at midnight. */
export const ALONE_HOURS = 24

/** What is about to be moved, and what was in the last day without a second operator, in the minor unit of one currency. */
type Movement = {
  /** What each receiver gets, below zero where it is taken from them, and what was moved to or from them by any operator. */
  shares: readonly { amount: number; toReceiver: number }[]
  /** What this operator moved, whoever got it. */
  byOperator: number
  /** What one operator may do alone. */
  limit: number
}

/**
 * Whether a movement of money waits for a second operator: the limit counts for one act, for a day of one operator and for a day
 * of one receiver. Source: decisions.md, "Decided after the second look".
 */
export function needsSecondOperator({ shares, byOperator, limit }: Movement): boolean {
  const amount = shares.reduce((total, share) => total + Math.abs(share.amount), 0)
  return amount + byOperator > limit || shares.some((share) => Math.abs(share.amount) + share.toReceiver > limit)
}
