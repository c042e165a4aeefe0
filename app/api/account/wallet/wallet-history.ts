import { type Kysely, sql } from 'kysely'
import { walletOf } from '#app/api/account/own-data/holdings.ts'
import { currencyRequested } from '#app/api/books/money.ts'
import { api } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { numberOf } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'

/** The wallet's movements in one currency, latest first, each with the balance after it: read from the ledger (§7). */
export const walletHistory = api.account.walletHistory.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const currency = currencyRequested(input.currency, language)
  const wallet = await walletOf(deps.db, person)
  const all = wallet === null ? [] : await movementsOf(deps.db, wallet, currency)
  const { page, size } = input
  const { start, end } = pageSlice(page, all.length, size)
  return { count: all.length, results: all.slice(start, end) }
})

/** Every movement of a wallet in a currency, latest first. */
export async function movementsOf(db: Kysely<DB>, wallet: string, currency: CurrencyCode) {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .leftJoin('reservation', 'reservation.id', 'ledger_transaction.reservation_id')
    .select(['ledger_entry.id', 'ledger_entry.amount', 'ledger_transaction.at', 'ledger_transaction.kind'])
    .select('reservation.number')
    .select(sql<number>`(sum(ledger_entry.amount) over (order by ledger_entry.id))::bigint`.as('balance'))
    .where('ledger_account.kind', '=', 'WALLET')
    .where('ledger_account.owner', '=', wallet)
    .where('ledger_account.currency_id', '=', CURRENCY_IDS[currency])
    .orderBy('ledger_entry.id', 'desc')
    .execute()
  return rows.map(({ id, at, kind, amount, balance, number }) => ({
    id,
    at: at.toISOString(),
    kind,
    amount,
    balance,
    currency,
    reservation_number: number === null ? null : numberOf({ number }),
  }))
}
