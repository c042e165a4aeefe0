import { type Kysely, type Selectable, sql } from 'kysely'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { takesCurrency } from '#app/rules/money/iban.ts'
import { UNDO_MINUTES } from '#app/rules/reservation/reservation-status.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { requestedPayouts } from './wallet-payouts.ts'

/** The payouts that are due in a currency and can be made now, to companies and to customers. */
export async function payableIn(deps: Deps, tx: Tx, currency: CurrencyCode) {
  const currency_id = CURRENCY_IDS[currency]
  const due = (await dueRows(tx, deps.now())).filter((row) => row.currency_id === currency_id)
  const toCompanies = due.flatMap((row) => {
    const { company_id, amount, holder, iban } = row
    if (!holder || !iban || accountStatus(row) !== 'READY') return []
    return [{ receiver: String(company_id), company_id, wallet_payout_id: null, amount, holder, iban }]
  })
  const toCustomers = (await requestedPayouts(tx))
    .filter((row) => row.currency_id === currency_id && row.holder_status !== 'WAITING')
    .map(({ id, wallet_owner: receiver, amount, holder, iban }) => {
      return { receiver, company_id: null, wallet_payout_id: id, amount, holder, iban }
    })
  return [...toCompanies, ...toCustomers]
}

type Batch = {
  currency: CurrencyCode
  payable: Awaited<ReturnType<typeof payableIn>>
  /** Null for a proposal of the weekly job. */
  created_by: string | null
  needs_approval: boolean
}

/** Writes a batch with its payouts; returns its id. */
export async function writeBatch(
  deps: Deps,
  tx: Tx,
  { currency, payable, created_by, needs_approval }: Batch,
): Promise<number> {
  const currency_id = CURRENCY_IDS[currency]
  const { id } = await tx
    .insertInto('payout_batch')
    .values({ currency_id, created_at: deps.now(), created_by, needs_approval, proposed: created_by === null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payout')
    .values(payable.map(({ receiver: _, ...row }) => ({ ...row, batch_id: id, currency_id, status: 'OPEN' as const })))
    .execute()
  // A suspension that was committed since `payable` was read: each row waited for it, because it refers to its company.
  await tx
    .updateTable('payout')
    .from('company')
    .set({ held_back: true })
    .whereRef('company.id', '=', 'payout.company_id')
    .where('company.suspended_at', 'is not', null)
    .where('payout.batch_id', '=', id)
    .execute()
  return id
}

type DueRow = Awaited<ReturnType<typeof dueRows>>[number]

/**
 * Whether money in the currency can be transferred to a company's account now. While a company is suspended nothing is
 * (decisions.md, "Decided after the second look").
 */
export function accountStatus({ iban, holder_status, suspended, ...row }: DueRow) {
  if (!iban) return 'MISSING'
  if (!takesCurrency(iban, currencyIn(row))) return 'OTHER_CURRENCY'
  if (holder_status === 'WAITING') return 'HOLDER_WAITS'
  return suspended ? 'PAUSED' : 'READY'
}

/**
 * What each company is owed in each currency: its account's balance in the ledger, without what can still be undone,
 * and without companies with a pending payout.
 */
export async function dueRows(db: Kysely<DB>, now: Date) {
  const fresh = new Date(now.getTime() - UNDO_MINUTES * MINUTE_MS)
  const { rows } = await sql<{
    company_id: number
    name: Selectable<DB['company']>['name']
    currency_id: number
    amount: number
    holder: string | null
    iban: string | null
    changed_at: Date | null
    holder_status: 'MATCHES' | 'WAITING' | 'CONFIRMED' | null
    legal_name: string | null
    suspended: boolean
  }>`
    select * from (
      select company.id as company_id, company.name, company.legal_name, account.currency_id,
        bank.holder, bank.iban, bank.changed_at, bank.holder_status, company.suspended_at is not null as suspended,
        least(account.balance, account.balance - coalesce((select sum(entry.amount) from ledger_entry entry
          join ledger_transaction posted on posted.id = entry.transaction_id
          where entry.account_id = account.id and posted.at > ${fresh} and posted.kind <> 'PAYOUT'), 0))::bigint as amount
      from ledger_account account
      join company on company.id::text = account.owner
      left join company_bank bank on bank.company_id = company.id
      where account.kind = 'COMPANY' and not exists (select from payout
        where payout.company_id = company.id and payout.currency_id = account.currency_id and payout.status = 'OPEN')
    ) due where amount > 0 order by amount desc, company_id`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
