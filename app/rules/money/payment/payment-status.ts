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

type StatusGroup = 'UNVERIFIED' | 'UNDER_WAY' | 'ASKED_ABOUT' | 'CHECKED' | 'MAYBE_PAID' | 'UNSUCCESSFUL'

/** What each status counts as; the lists below, which code and SQL use, are derived from it. */
const GROUPS = {
  CREATED: ['UNVERIFIED', 'UNDER_WAY', 'ASKED_ABOUT'],
  REDIRECTED: ['UNVERIFIED', 'UNDER_WAY', 'ASKED_ABOUT'],
  VERIFYING: ['UNDER_WAY', 'ASKED_ABOUT', 'CHECKED', 'MAYBE_PAID'],
  REVIEW: ['UNDER_WAY', 'CHECKED', 'MAYBE_PAID'],
  FAILED: ['UNSUCCESSFUL'],
  CANCELLED: ['UNSUCCESSFUL'],
  EXPIRED: ['UNSUCCESSFUL'],
  PAID: ['MAYBE_PAID'],
  REVERSED: ['MAYBE_PAID'],
  REFUNDED: ['MAYBE_PAID'],
} as const satisfies Record<PaymentStatus, readonly StatusGroup[]>

/** Payments that the bank has not been asked about yet, so nobody knows whether they are paid. */
export const UNVERIFIED: readonly PaymentStatus[] = paymentsIn('UNVERIFIED')

/** Payments whose outcome is open. */
export const UNDER_WAY: readonly PaymentStatus[] = paymentsIn('UNDER_WAY')

/** Payments that the payer has sent back from the bank and that the bank, or an operator, is still to confirm. */
export const CHECKED: readonly PaymentStatus[] = paymentsIn('CHECKED')

/** Payments that a job asks the bank about until it answers; those in REVIEW wait for an operator instead. */
export const ASKED_ABOUT: readonly PaymentStatus[] = paymentsIn('ASKED_ABOUT')

/** Payments that brought money at some time, or may have: whoever made one is shown what became of it. */
export const MAYBE_PAID: readonly PaymentStatus[] = paymentsIn('MAYBE_PAID')

/** Payments that ended without money; a late answer of the bank may still say otherwise. */
export const UNSUCCESSFUL = paymentsIn('UNSUCCESSFUL')

type StatusIn<Group extends StatusGroup> = {
  [Status in PaymentStatus]: Group extends (typeof GROUPS)[Status][number] ? Status : never
}[PaymentStatus]

function paymentsIn<Group extends StatusGroup>(group: Group): readonly StatusIn<Group>[] {
  const groupsOf: Record<PaymentStatus, readonly StatusGroup[]> = GROUPS
  return PAYMENT_STATUSES.filter((status): status is StatusIn<Group> => groupsOf[status].includes(group))
}

/** Whether a payment of one status may become another. */
export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to)
}
