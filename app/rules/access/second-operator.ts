/** How long an operator's own movements count towards the limit (*ours*): a rolling day, not a calendar day. */
export const ALONE_HOURS = 24

/** From this percentage on a discount code waits for a second operator (*ours*). */
const CODE_APPROVED_FROM_PERCENT = 50

/** Whether a discount code waits for a second operator: `limit` is what one operator may move alone, in the minor unit of the code's currency. */
export function isLargeCode({
  percent,
  amount,
  limit,
}: {
  percent?: number | undefined
  amount?: number | undefined
  limit: number
}): boolean {
  return (percent ?? 0) >= CODE_APPROVED_FROM_PERCENT || (amount ?? 0) > limit
}

/**
 * A movement of money and what was moved in the last day without a second operator, in the minor unit of one currency.
 */
type Movement = {
  /**
   * The amount for each receiver (negative if taken from them) and what any operator moved to or from them in that day.
   */
  shares: readonly { amount: number; toReceiver: number }[]
  /** What this operator moved in that day, to anybody. */
  byOperator: number
  /** What one operator may do alone. */
  limit: number
}

/**
 * Whether a movement of money waits for a second operator: the limit applies to the movement itself, to the operator's
 * day and to each receiver's day. Source: decisions.md, "Decided after the second look".
 */
export function needsSecondOperator({ shares, byOperator, limit }: Movement): boolean {
  const amount = shares.reduce((total, share) => total + Math.abs(share.amount), 0)
  return amount + byOperator > limit || shares.some((share) => Math.abs(share.amount) + share.toReceiver > limit)
}
