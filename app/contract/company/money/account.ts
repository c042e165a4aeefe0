import { z } from 'zod'
import { CurrencyCode, Money } from '#app/contract/shapes/shapes.ts'

/** What a company's account is made of: the parts come to the balance. */
export const CompanyAccount = z.object({
  currency: CurrencyCode,
  /** What the marketplace owes the company; below zero, what the company owes. */
  balance: Money,
  /** From rentals, cancellations and no-shows, after commission. */
  shares: Money,
  /** What customers paid online after a return. */
  charges: Money,
  refunds: Money,
  corrections: Money,
  payouts: Money,
})
