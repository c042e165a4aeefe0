import { z } from 'zod'
import { forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode, IsoDate, Money } from '#app/contract/shapes/shapes.ts'
import { empty } from '#app/contract/shapes/text.ts'
import { CompanyAccount } from './account.ts'

const Sums = z.object({
  currency: CurrencyCode,
  reservations: z.int(),
  /** Only the rent, of which the commission is a share. */
  rent: Money,
  commission: Money,
  /** The part of the customer's payment that the marketplace held. */
  kept: Money,
  /** Owed by the company to the marketplace. */
  company_owes: Money,
  /** Owed by the marketplace to the company. */
  marketplace_owes: Money,
})

/** A month of the calendar of the caller's language: `2026-11`, or `1405-08` in Persian. */
const MonthKey = z.string().regex(/^\d{4}-\d{2}$/, 'date')

export const Commission = z.object({
  company: z.object({ id: z.int(), name: z.string() }),
  commission_percent: z.int(),
  months: z.array(Sums.extend({ month: MonthKey, start: IsoDate })),
  totals: z.array(Sums),
  /** The total that is owed, as on the statement. */
  accounts: z.array(CompanyAccount),
  /** Every listing, including those without a completed rental. `earned` has a sum for each currency. */
  listings: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      commission_percent: z.int(),
      earned: z.array(Sums),
    }),
  ),
  /** Each completed rental, and each cancelled one that left something: the rows of the CSV. Newest first. */
  rentals: z.array(
    z.object({
      number: z.string(),
      ad: z.int(),
      title: z.string(),
      /** The day of the return, or of the cancellation. */
      completed_on: IsoDate,
      month: MonthKey,
      currency: CurrencyCode,
      total: Money,
      /** 0 for a cancelled one: the commission is then a share of `kept`. */
      rent: Money,
      commission_percent: z.int(),
      commission: Money,
      kept: Money,
      company_owes: Money,
      marketplace_owes: Money,
    }),
  ),
})

export const commission = {
  commission: forCompany(owners)
    .route({
      method: 'GET',
      path: '/agency/commission/',
      summary: 'Listings, completed rentals and commission by month, both sides (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, month: z.preprocess(empty, MonthKey.optional()) }))
    .output(Commission),
}
