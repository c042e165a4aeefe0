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
 * The statuses that may follow each status. A bank may confirm late, so failed, abandoned and expired payments can
 * still be verified. REVIEW waits for an operator, who decides what became of it.
 */
const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  CREATED: ['REDIRECTED', 'FAILED', 'CANCELLED', 'EXPIRED'],
  REDIRECTED: ['VERIFYING', 'FAILED', 'CANCELLED', 'EXPIRED'],
  // After a lost answer the bank is asked again; if nobody has paid yet, the customer goes back to the bank.
  VERIFYING: ['VERIFYING', 'REDIRECTED', 'PAID', 'REVERSED', 'REVIEW', 'FAILED', 'CANCELLED', 'EXPIRED'],
  FAILED: ['VERIFYING'],
  CANCELLED: ['VERIFYING'],
  EXPIRED: ['VERIFYING'],
  PAID: [],
  REVERSED: [],
  REFUNDED: [],
  REVIEW: ['PAID', 'REVERSED', 'FAILED'],
}

type StatusGroup = 'UNVERIFIED' | 'UNDER_WAY' | 'CHECKED' | 'UNSUCCESSFUL'

/** What each status counts as; the lists below, which code and SQL use, are derived from it. */
const GROUPS: Record<PaymentStatus, readonly StatusGroup[]> = {
  CREATED: ['UNVERIFIED', 'UNDER_WAY'],
  REDIRECTED: ['UNVERIFIED', 'UNDER_WAY'],
  VERIFYING: ['UNDER_WAY', 'CHECKED'],
  REVIEW: ['UNDER_WAY', 'CHECKED'],
  FAILED: ['UNSUCCESSFUL'],
  CANCELLED: ['UNSUCCESSFUL'],
  EXPIRED: ['UNSUCCESSFUL'],
  PAID: [],
  REVERSED: [],
  REFUNDED: [],
}

/** Payments that the bank has not been asked about yet, so nobody knows whether they are paid. */
export const UNVERIFIED = paymentsIn('UNVERIFIED')

/** Payments whose outcome is open. */
export const UNDER_WAY = paymentsIn('UNDER_WAY')

/** Payments that the payer has sent back from the bank and that the bank, or an operator, is still to confirm. */
export const CHECKED = paymentsIn('CHECKED')

/** Payments that ended without money; a late answer of the bank may still say otherwise. */
export const UNSUCCESSFUL = paymentsIn('UNSUCCESSFUL')

function paymentsIn(group: StatusGroup): readonly PaymentStatus[] {
  return PAYMENT_STATUSES.filter((status) => GROUPS[status].includes(group))
}

/** Whether a payment of one status may become another. */
export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to)
}
