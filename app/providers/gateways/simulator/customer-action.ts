import type { Sale } from './sale.ts'

/** What a customer can make the simulated bank do. */
export const actions = [
  'pay',
  'cancel',
  'fail',
  'expire',
  'pay_other_amount',
  'pay_never_return',
  'pay_return_twice',
  'pay_foreign_order',
] as const

export type CustomerAction = (typeof actions)[number]

/** Whether a form value is one of the actions that the simulated bank offers its customer. */
export function isCustomerAction(text: string): text is CustomerAction {
  return actions.some((action) => action === text)
}

/** Carries out an action on a sale that still waits; a finished sale does not change. */
export function runCustomerAction(sale: Sale, action: CustomerAction, now: number) {
  if (sale.state !== 'waiting') return
  if (now > sale.expiresAt || action === 'expire') sale.state = 'expired'
  else if (action === 'cancel') sale.state = 'cancelled'
  else if (action === 'fail') sale.state = 'failed'
  else {
    sale.state = 'paid'
    sale.paidAt = now
    // Half of it: paying less is the fraud to detect.
    sale.paidAmount = action === 'pay_other_amount' ? Math.max(1, Math.floor(sale.amount / 2)) : sale.amount
  }
}
