import { z } from 'zod'
import { CurrencyCode, Money } from '#app/contract/shapes/shapes.ts'

/** The parts of a company's account, which add up to the balance. */
export const CompanyAccount = z.object({
  currency: CurrencyCode,
  /** What the marketplace owes the company; negative if the company owes it. */
  balance: Money,
  /** From rentals, cancellations and no-shows, after commission. */
  shares: Money,
  /** What customers paid online after a return. */
  charges: Money,
  refunds: Money,
  corrections: Money,
  payouts: Money,
})
