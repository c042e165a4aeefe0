import { type CurrencyCode, WHOLE_UNIT } from '../constants.ts'
import type { BillLine, LineKind } from './price.ts'

const OF_RENT: readonly LineKind[] = ['rent', 'price_change']

/** What each side owes the other after a completed rental, in the minor unit of its currency. At least one is 0. */
export interface Settlement {
  commission: number
  /** Owed by the company to the marketplace. */
  company_owes: number
  /** Owed by the marketplace to the company. */
  marketplace_owes: number
}

/**
 * The marketplace's commission on a rental: a share of the rent without delivery and extras, before any discount code
 * and at the price that the company itself agreed, rounded half up to a whole unit. Source: decisions.md, "Renting"; the
 * rounding is *ours*.
 */
export function commissionOf(lines: readonly BillLine[], percent: number, currency: CurrencyCode): number {
  const rent = lines.reduce((sum, { kind, amount }) => (OF_RENT.includes(kind) ? sum + amount : sum), 0)
  return shareOf(rent, percent, currency)
}

/**
 * The commission on what the company keeps after a cancellation, a no-show or returned days: the same percentage of
 * that amount, and never more than it. Source: decisions.md, "Money has one owner"; the share of the whole amount is
 * *ours*.
 */
export function commissionOnRetained(amount: number, percent: number, currency: CurrencyCode): number {
  return Math.min(amount, shareOf(amount, percent, currency))
}

/** Rounded half up to a whole unit. */
function shareOf(amount: number, percent: number, currency: CurrencyCode): number {
  const unit = WHOLE_UNIT[currency]
  return Math.floor((amount * percent) / 100 / unit + 0.5) * unit
}

/**
 * Settles a completed rental. `kept` is what the marketplace holds of the customer's payment. If the prepayment went to
 * the company, it is 0 and the company owes the commission; if it is more than the commission, the marketplace owes the
 * rest. Source: decisions.md, "Renting".
 */
export function settlementOf({ commission, kept }: { commission: number; kept: number }): Settlement {
  return {
    commission,
    company_owes: Math.max(0, commission - kept),
    marketplace_owes: Math.max(0, kept - commission),
  }
}
