import { type CurrencyCode, WHOLE_UNIT } from '../../constants.ts'

/**
 * What a wallet pays of an amount: whole units only, and at most its balance. Amounts in the minor unit. Source:
 * *ours*, because a bank takes whole units and would be asked for the rest.
 */
export function walletPart(amount: number, { balance, currency }: { balance: number; currency: CurrencyCode }): number {
  const unit = WHOLE_UNIT[currency]
  return Math.min(amount, Math.floor(balance / unit) * unit)
}

/** The whole of a payment, in the minor unit: what the bank took and what the wallet gave. */
export function wholePayment({ amount, wallet_amount }: { amount: number; wallet_amount: number }): number {
  return amount + wallet_amount
}

/**
 * What is still to be received at the company's desk: the price less what is paid online, what the desk has received,
 * and what was written off. In the minor unit, never below 0. Source: decisions.md, "Renting".
 */
export function deskPart({
  total,
  payable_now,
  received = 0,
  writtenOff = 0,
}: {
  total: number
  payable_now: number
  received?: number
  writtenOff?: number
}): number {
  return Math.max(0, total - payable_now - received - writtenOff)
}

/**
 * How much of a payment can still be refunded: at most the payment less its refunds, and at most what its reservation
 * has left after the refunds that wait. In the minor unit, never below 0. Source: decisions.md, "Refunds".
 */
export function refundablePart({
  paid,
  given,
  left,
  waiting,
}: {
  paid: number
  given: number
  left: number
  waiting: number
}): number {
  return Math.max(0, Math.min(paid - given, left - waiting))
}
