import type { Kysely } from 'kysely'
import { ledgerRows } from '#app/api/books/ledger-rows.ts'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import type { Entry } from './timeline.ts'

/** The payments that were begun, each with what became of it. */
export async function payments(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await paymentRows(db).where('payment.reservation_id', '=', reservation).execute()
  return rows.map(paymentCard).map(({ id, number, purpose, status, gateway, amount, wallet_amount, created_at }) => ({
    what: 'PAYMENT',
    at: created_at,
    ...{ id, number, purpose, status, gateway },
    amount: wholePayment({ amount, wallet_amount }),
  }))
}

/** The movements of the books, each with its entries. */
export async function movements(db: Kysely<DB>, reservation: string, language: Language): Promise<Entry[]> {
  const rows = await ledgerRows(db).where('ledger_transaction.reservation_id', '=', reservation).execute()
  return [...Map.groupBy(rows, ({ transaction }) => transaction).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const entries = of.map(({ account, name, amount }) => {
      return { account, company: name && wordingIn(language, name), amount }
    })
    return [{ what: 'MOVEMENT' as const, at: first.at.toISOString(), kind: first.kind, entries }]
  })
}

/** What the company took and gave itself, also what was undone. */
export async function deskMoney(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('desk_money')
    .leftJoin('account', 'account.id', 'desk_money.account_id')
    .select(['purpose', 'way', 'amount', 'reference', 'at', 'undone_at', 'account.fullname as by'])
    .where('reservation_id', '=', reservation)
    .execute()
  return rows.map(({ at, undone_at, ...row }) => ({
    what: 'DESK_MONEY',
    at: at.toISOString(),
    ...row,
    undone: undone_at !== null,
  }))
}
