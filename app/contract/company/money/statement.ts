import { z } from 'zod'
import { alsoFor, forCompany, limited, moneyOwners, owners } from '#app/contract/call/base.ts'
import { CompanyAccount } from '#app/contract/company/money/account.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { Supplier } from '#app/contract/shapes/bill.ts'
import { BankAccount } from '#app/contract/shapes/iban.ts'
import { CurrencyCode, Instant, listOf, Money, PageQuery } from '#app/contract/shapes/shapes.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'

const Bank = z.object({
  holder: z.string(),
  iban: z.string(),
  changed_at: Instant,
  /** WAITING: the holder's name is not the company's, and nothing is paid until an operator has checked it. */
  holder_status: z.enum(['MATCHES', 'WAITING', 'CONFIRMED']),
})

/** What a line of a company's statement can be. */
export const STATEMENT_KINDS = ['COMMISSION', 'RETAINED', 'REFUND', 'CHARGE', 'UNDONE', 'PAYOUT', 'CORRECTION'] as const

const reading = forCompany(owners)
const paying = forCompany(moneyOwners)

export const statement = {
  statement: reading
    .meta(alsoFor(reading, 'MONEY', 'SUPPORT'))
    .route({
      method: 'GET',
      path: '/desk/statement/',
      summary: 'The company’s account in the ledger, line by line, and what was paid out (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, currency: CurrencyCode.optional().catch(undefined) }))
    .output(
      listOf(
        z.object({
          at: Instant,
          kind: z.enum(STATEMENT_KINDS),
          /** The reservation's readable number; null if it is about none. */
          number: z.string().nullable(),
          amount: Money,
          /** The account's balance after it. */
          balance: Money,
        }),
      ).extend({
        /** The company as a party of the statement, as far as its numbers and address are known. */
        company: z.object({ name: z.string(), ...Supplier.shape }),
        currency: CurrencyCode,
        /** The currencies in which the company has an account. */
        currencies: z.array(CurrencyCode),
        account: CompanyAccount,
        balance: Money,
        /** The part of it that is on its way to the company's bank. */
        on_its_way: Money,
        bank: Bank.nullable(),
      }),
    ),
  changeBank: paying
    .meta(limited(paying, { bucket: 'company bank', most: 10, seconds: DAY_SECONDS }))
    .route({
      method: 'PUT',
      path: '/desk/bank/',
      summary: 'The account to which the company is paid: an IBAN or a Sheba number (ours)',
      tags: ['company'],
    })
    .input(BankAccount.extend({ company: CompanyId }))
    .output(Bank),
}
