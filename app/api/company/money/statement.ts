import { type Kysely, type Selectable, sql } from 'kysely'
import { saveBank } from '#app/api/books/company-bank.ts'
import { REFUNDING } from '#app/api/books/movements.ts'
import { supplierOf } from '#app/api/books/supplier.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { STATEMENT_KINDS } from '#app/contract/company/money/statement.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { CompanyBank, DB } from '#app/db/connection/schema.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { CURRENCY_IDS, type CurrencyCode, type Language } from '#app/rules/constants.ts'
import { maskedIban } from '#app/rules/money/iban.ts'
import { isSepaName } from '#app/rules/money/sepa-text.ts'
import { companyAccounts, noAccount } from './account.ts'

export const statement = api.company.money.statement.handler(async ({ input, context }) => {
  const { deps, company, language } = context
  return readStatement(deps.db, { ...input, company, language })
})

type Asked = { company: number; language: Language; page: number; size: number; currency?: CurrencyCode | undefined }

/**
 * A company's account in a currency, by default its own: newest lines first, by their date and not by when they were entered; each has
 * the balance after it. Throws NOT_FOUND.
 */
export async function readStatement(db: Kysely<DB>, { company: id, language, page, size, currency: asked }: Asked) {
  const company = await db.selectFrom('company').select(['currency_id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!company) throw errors.NOT_FOUND()
  const accounts = await companyAccounts(db, id)
  const currency = asked ?? currencyIn(company)
  const account = accounts.find((one) => one.currency === currency) ?? noAccount(currency)
  const lines = db
    .selectFrom('ledger_entry')
    .where('account_id', '=', (of) =>
      of
        .selectFrom('ledger_account')
        .select('ledger_account.id')
        .where('kind', '=', 'COMPANY')
        .where('owner', '=', String(id))
        .where('currency_id', '=', CURRENCY_IDS[currency]),
    )
  const { count, rows } = await pageRows(
    lines
      .innerJoin('ledger_transaction as posted', 'posted.id', 'ledger_entry.transaction_id')
      .leftJoin('reservation', 'reservation.id', 'posted.reservation_id')
      .select(['posted.at', 'posted.kind', 'reservation.number', 'ledger_entry.amount'])
      .select(sql<string>`sum(ledger_entry.amount) over (order by posted.at, ledger_entry.id)`.as('balance'))
      .orderBy('posted.at', 'desc')
      .orderBy('ledger_entry.id', 'desc'),
    { page, size },
    lines,
  )
  const open = await db
    .selectFrom('payout')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('amount'))
    .where('company_id', '=', id)
    .where('currency_id', '=', CURRENCY_IDS[currency])
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  const bank = await db.selectFrom('company_bank').selectAll().where('company_id', '=', id).executeTakeFirst()
  return {
    count,
    results: rows.map(({ at, kind, number, amount, balance }) => ({
      at: at.toISOString(),
      kind: REFUNDING.some((one) => one === kind)
        ? ('REFUND' as const)
        : (STATEMENT_KINDS.find((one) => one === kind) ?? ('CORRECTION' as const)),
      number: number === null ? null : numberOf({ number }),
      amount,
      balance: Number(balance),
    })),
    company: { name: wordingIn(language, company.name), ...(await supplierOf(db, id, language)) },
    currency,
    currencies: accounts.map((one) => one.currency),
    account,
    balance: account.balance,
    on_its_way: Number(open.amount),
    bank: bank ? shownBank(bank) : null,
  }
}

/**
 * Pending payouts go to the former account, and the owners are notified of another one. Toman can only be transferred to a Sheba
 * number.
 */
export const changeBank = api.company.money.changeBank.handler(async ({ input, context }) => {
  const { deps, company: company_id } = context
  const { holder, iban } = input
  const company = await deps.db
    .selectFrom('company')
    .select(['currency_id', 'name'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (!company) throw errors.NOT_FOUND()
  if (currencyIn(company) === 'IRT' && !iban.startsWith('IR')) throw invalidFields({ iban: ['sheba'] })
  if (!iban.startsWith('IR') && !isSepaName(holder)) throw invalidFields({ holder: ['latin_name'] })
  return inTransaction(deps.db, async (tx) => {
    const before = await tx
      .selectFrom('company_bank')
      .select(['holder', 'iban'])
      .where('company_id', '=', company_id)
      .executeTakeFirst()
    const saved = await saveBank(tx, company_id, { holder, iban, changed_at: deps.now() })
    const isOther = before && (before.iban !== iban || before.holder !== holder)
    if (isOther)
      await notify(deps, tx, { kind: 'bankChanged', company: company_id, name: company.name, ending: iban.slice(-4) })
    return shownBank(saved)
  })
})

type Bank = Pick<Selectable<CompanyBank>, 'holder' | 'iban' | 'changed_at' | 'holder_status'>

function shownBank({ holder, iban, changed_at, holder_status }: Bank) {
  return { holder, iban: maskedIban(iban), changed_at: changed_at.toISOString(), holder_status }
}
