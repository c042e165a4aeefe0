import { type Kysely, sql } from 'kysely'
import { REFUNDING, SHARING } from '#app/api/books/movements.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'

export type CompanyAccount = {
  currency: CurrencyCode
  /** What the marketplace owes the company; negative if the company owes it. The sum of the parts. */
  balance: number
  /** From rentals, cancellations and no-shows, after commission. */
  shares: number
  /** What customers paid online after a return. */
  charges: number
  /** What was refunded at the company's cost. */
  refunds: number
  corrections: number
  /** What was transferred to the company's bank, negative. */
  payouts: number
}

/**
 * A company's accounts in the ledger with the parts of each, in the minor unit of its currency: statement, commission
 * and payouts are all based on them. Source: decisions.md, "Money has one owner"; the parts are *ours*.
 */
export async function companyAccounts(db: Kysely<DB>, company: number): Promise<CompanyAccount[]> {
  const { rows } = await sql<
    Record<'shares' | 'charges' | 'refunds' | 'payouts' | 'balance', string> & { currency_id: number }
  >`
    select account.currency_id, account.balance,
      coalesce(sum(amount) filter (where posted.kind in ${literalList(SHARING)}), 0) as shares,
      coalesce(sum(amount) filter (where posted.kind = 'CHARGE'), 0) as charges,
      coalesce(sum(amount) filter (where posted.kind in ${literalList(REFUNDING)}), 0) as refunds,
      coalesce(sum(amount) filter (where posted.kind = 'PAYOUT'), 0) as payouts
    from ledger_account account
    left join ledger_entry entry on entry.account_id = account.id
    left join ledger_transaction posted on posted.id = entry.transaction_id
    where account.kind = 'COMPANY' and account.owner = ${String(company)}
    group by account.id order by account.currency_id desc`.execute(db)
  return rows.map(({ currency_id, ...sums }) => {
    const [balance, shares, charges] = [Number(sums.balance), Number(sums.shares), Number(sums.charges)]
    const [refunds, payouts] = [Number(sums.refunds), Number(sums.payouts)]
    const corrections = balance - shares - charges - refunds - payouts
    return { currency: currencyIn({ currency_id }), balance, shares, charges, refunds, corrections, payouts }
  })
}

/** The account of a company that never had one in a currency. */
export function noAccount(currency: CurrencyCode): CompanyAccount {
  return { currency, balance: 0, shares: 0, charges: 0, refunds: 0, corrections: 0, payouts: 0 }
}
