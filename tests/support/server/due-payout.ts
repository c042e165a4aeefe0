import { post } from '#app/api/books/ledger.ts'
import { CURRENCY_IDS, type CurrencyCode } from '#app/rules/constants.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { siteDatabase } from './database/site-connection.ts'
import { makeCompany } from './own-fleet.ts'

export const IBANS = { IRT: 'IR062960000000100324200001', EUR: 'DE89370400440532013000' }

/**
 * Makes a company to which more has been owed since yesterday than one operator may pay out alone; returns its id. The site's
 * settings stay as they are, because other tests read them.
 */
export async function oweMuch(currency: CurrencyCode): Promise<number> {
  const db = await siteDatabase()
  const company = await makeBankedCompany(currency, 'MATCHES')
  const { approval_irt, approval_eur } = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow()
  await owe(company, currency, (currency === 'IRT' ? approval_irt : approval_eur) + 1000)
  return company
}

/** Suspends a company now, or ends its suspension. */
export async function suspendCompany(company: number, suspended: boolean): Promise<void> {
  const db = await siteDatabase()
  const suspended_at = suspended ? new Date() : null
  await db.updateTable('company').set({ suspended_at }).where('id', '=', company).execute()
  if (suspended) await db.updateTable('payout').set({ held_back: true }).where('company_id', '=', company).execute()
}

/** Makes a company with a bank account that was entered yesterday; returns its id. */
async function makeBankedCompany(currency: CurrencyCode, holder_status: 'MATCHES' | 'WAITING'): Promise<number> {
  const db = await siteDatabase()
  const company = await makeCompany()
  const changed_at = new Date(Date.now() - DAY_MS)
  const account = { company_id: company, holder: 'Own Rent', iban: IBANS[currency], changed_at }
  await db
    .insertInto('company_bank')
    .values({ ...account, holder_status })
    .execute()
  return company
}

/** Makes a company to which something is owed and whose account holder nobody has confirmed; returns its id. */
export async function oweToUncheckedAccount(): Promise<number> {
  const company = await makeBankedCompany('IRT', 'WAITING')
  await owe(company, 'IRT', 1000)
  return company
}

async function owe(company: number, currency: CurrencyCode, amount: number) {
  const db = await siteDatabase()
  const at = new Date(Date.now() - DAY_MS)
  const entries = [
    { kind: 'BANK' as const, owner: 'marketplace', amount: -amount },
    { kind: 'COMPANY' as const, owner: company, amount },
  ]
  await db
    .transaction()
    .execute((tx) => post(tx, { key: `test owes ${company}`, kind: 'CORRECTION', currency, at, entries }))
}

/** Makes a payment whose bank never answered whether it returned it to the card; returns its id. */
export async function leaveCardReturnOpen(): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .updateTable('payment')
    .set({ card_return: 'UNANSWERED', card_return_at: new Date(), card_return_said: 'timeout' })
    .where('id', '=', (of) =>
      of
        .selectFrom('payment as one')
        .select('one.id')
        .where('one.status', '=', 'PAID')
        .where('one.settled_as', '=', 'RESERVATION')
        .where('one.gateway', '=', 'saman')
        .orderBy('one.number')
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes a demonstration's payment one that only a person can place, not the one whose card return is open; returns its id. */
export async function leavePaymentToPerson(): Promise<string> {
  const db = await siteDatabase()
  const { id } = await db
    .updateTable('payment')
    .set({ status: 'REVIEW', settled_as: null, reason: 'not reversed: timeout' })
    .where('id', '=', (of) =>
      of
        .selectFrom('payment as one')
        .select('one.id')
        .where('one.status', 'in', ['PAID', 'REVIEW'])
        .where('one.gateway', '=', 'saman')
        .orderBy('one.number')
        .offset(1)
        .limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes a batch of payouts to a new company that waits for a second operator; returns its id. */
export async function makeWaitingBatch(): Promise<number> {
  const db = await siteDatabase()
  const company = await makeCompany()
  const currency_id = CURRENCY_IDS.IRT
  const { id } = await db
    .insertInto('payout_batch')
    .values({ currency_id, created_at: new Date(), created_by: null, needs_approval: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const to = { company_id: company, holder: 'Own Rent', iban: IBANS.IRT, amount: 1000 }
  await db
    .insertInto('payout')
    .values({ ...to, batch_id: id, currency_id, status: 'OPEN' })
    .execute()
  return id
}

/** Tops up the wallet of a phone with money from a bank, which may therefore be paid out. */
export async function fillWallet(phone: string, amount: number) {
  const db = await siteDatabase()
  const entries = [
    { kind: 'BANK' as const, owner: 'marketplace', amount: -amount },
    { kind: 'WALLET' as const, owner: phone, amount },
  ]
  const key = `test fills ${phone} ${Date.now()}`
  await db.transaction().execute((tx) => post(tx, { key, kind: 'TOP_UP', currency: 'IRT', at: new Date(), entries }))
}

/** Requests a wallet payout to an account in another name, on which an operator has to decide; returns its id. */
export async function requestPayout(account: string): Promise<number> {
  const db = await siteDatabase()
  const { phone } = await db.selectFrom('account').select('phone').where('id', '=', account).executeTakeFirstOrThrow()
  await fillWallet(phone, 1000)
  const requested_at = new Date()
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('wallet_payout')
      .values({
        ...{ account_id: account, wallet_owner: phone, amount: 1000, iban: IBANS.IRT, requested_at },
        ...{ holder: 'Somebody Else', currency_id: CURRENCY_IDS.IRT, holder_status: 'WAITING' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await post(tx, {
      ...{ key: `wallet-payout ${id}`, kind: 'WALLET_PAYOUT', currency: 'IRT', at: requested_at },
      entries: [
        { kind: 'WALLET', owner: phone, amount: -1000 },
        { kind: 'CUSTOMER_PAYOUT', owner: 'marketplace', amount: 1000 },
      ],
    })
    return id
  })
}
