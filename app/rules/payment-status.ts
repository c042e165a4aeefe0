/** Every status of a payment (decisions.md, "Paying"). */
export const PAYMENT_STATUSES = [
  'CREATED',
  'REDIRECTED',
  'VERIFYING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'REVERSED',
  'REFUNDED',
  'REVIEW',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/**
 * For each status, what may follow. A bank may confirm late what had failed, was given up or had ended, so these can be
 * verified still. REVIEW is a person's to place.
 */
const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  CREATED: ['REDIRECTED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REDIRECTED: ['VERIFYING', 'FAILED', 'CANCELLED', 'EXPIRED'],
  // Asked again after a lost answer; back to the bank where nobody has paid yet.
  VERIFYING: ['VERIFYING', 'REDIRECTED', 'PAID', 'REVERSED', 'REVIEW', 'FAILED', 'CANCELLED', 'EXPIRED'],
  FAILED: ['VERIFYING'],
  CANCELLED: ['VERIFYING'],
  EXPIRED: ['VERIFYING'],
  PAID: [],
  REVERSED: [],
  REFUNDED: [],
  REVIEW: [],
}

/** Whether a payment of one status may become another. */
export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to)
}
