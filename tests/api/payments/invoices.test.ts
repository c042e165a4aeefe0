import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const visitor = site.as()
const payer = await signedIn(site, { phone: '+989121110021' })

const numbers = async () =>
  (await db.selectFrom('invoice').select('number').orderBy('number').execute()).map(({ number }) => number)

async function topUp(action: 'pay' | 'cancel') {
  const started = await payer.calls.payments.payOnline({ amount: 100_000, currency: 'IRT' })
  const answer = await bank.press(started.url ?? '', action)
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  return started.payment_id
}

test('a completed payment has an invoice with its own number, and a failed payment has none', async () => {
  const paid = await topUp('pay')
  const cancelled = await topUp('cancel')
  const invoice = await payer.calls.payments.read({ id: paid })
  const before = await numbers()
  expect(invoice.invoice).toEqual({
    ...{ number: before.at(-1), issued_at: site.clock.now().toISOString(), amount: 100_000, replaces: null },
  })
  expect((await payer.calls.payments.read({ id: cancelled })).invoice).toBeNull()
  await db.updateTable('payment').set({ status: 'REFUNDED' }).where('id', '=', paid).execute()
  expect(await numbers()).toEqual(before)
})

test('a payment that was reversed at once has an invoice, too', async () => {
  const before = (await numbers()).length
  for (const status of ['REVERSED', 'REFUNDED', 'PAID'] as const) {
    const { payment_id } = await payer.calls.payments.payOnline({ amount: 100_000, currency: 'IRT' })
    await db.updateTable('payment').set({ status }).where('id', '=', payment_id).execute()
  }
  expect((await numbers()).length).toBe(before + 3)
})

test('the series has no gaps, also with simultaneous payments and rollbacks', async () => {
  const open = await Promise.all(
    Array.from({ length: 12 }, () => payer.calls.payments.payOnline({ amount: 100_000, currency: 'IRT' })),
  )
  const settle = async (id: string, isRolledBack: boolean) => {
    const done = db.transaction().execute(async (tx) => {
      await tx.updateTable('payment').set({ status: 'PAID' }).where('id', '=', id).execute()
      if (isRolledBack) throw new Error('rolled back')
    })
    await (isRolledBack ? expect(done).rejects.toThrow('rolled back') : done)
  }
  await Promise.all(open.map(({ payment_id }, index) => settle(payment_id, index % 3 === 1)))
  const found = await numbers()
  expect(found.length).toBeGreaterThanOrEqual(8)
  expect(found).toEqual(Array.from(found, (_, index) => index + 1))
})

test('the invoice of a rental names the company as its supplier, as far as it is known', async () => {
  await db
    .updateTable('company')
    .set({ legal_name: 'Marjan Rent Ltd', legal_id: '10320894' })
    .where('id', '=', 1)
    .execute()
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: payer.phone })
  await payAtBank(site, bank, id)
  const { results } = await payer.calls.payments.list({})
  const paid = results.find(({ reservation }) => reservation?.id === id)
  const { rental } = await payer.calls.payments.read({ id: paid?.id ?? '' })
  expect(rental).toMatchObject({
    company: 'Marjan',
    supplier: { legal_name: 'Marjan Rent Ltd', legal_id: '10320894', address: 'Street 1' },
  })
  // A national id may be the number: others who see the voucher do not see it.
  const voucher = await visitor.reservations.voucher({ id })
  expect(voucher.company).toMatchObject({ name: 'Marjan', legal_name: 'Marjan Rent Ltd' })
  expect(JSON.stringify(voucher)).not.toContain('10320894')
})

const notesOf = (reservation: string) =>
  db
    .selectFrom('credit_note')
    .innerJoin('invoice', 'invoice.number', 'credit_note.invoice')
    .innerJoin('payment', 'payment.id', 'invoice.payment_id')
    .select(['credit_note.number', 'credit_note.amount', 'credit_note.reason', 'credit_note.invoice'])
    .where('payment.reservation_id', '=', reservation)
    .orderBy('credit_note.number')
    .execute()

test('a cancellation makes a credit note of what goes back, in the same transaction, in a series without gaps', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 102, phone: payer.phone })
  await payAtBank(site, bank, id)
  const { paid } = await visitor.reservations.voucher({ id })
  const { results } = await payer.calls.payments.list({})
  const { invoice } = await payer.calls.payments.read({
    id: results.find((one) => one.reservation?.id === id)?.id ?? '',
  })
  const { last } = await db.selectFrom('credit_note_series').select('last').executeTakeFirstOrThrow()
  const aborted = db.transaction().execute(async (tx) => {
    await post(tx, {
      ...{ key: 'aborted', kind: 'REFUND', currency: 'IRT', at: site.clock.now(), reservation: id },
      entries: [
        { kind: 'PREPAYMENT', owner: 1, amount: -5 },
        { kind: 'WALLET', owner: payer.phone, amount: 5 },
      ],
    })
    await sql`set constraints all immediate`.execute(tx)
    throw new Error('rolled back')
  })
  await expect(aborted).rejects.toThrow('rolled back')
  await payer.calls.reservations.cancel({ id, way: 'WALLET' })
  const notes = await notesOf(id)
  expect(notes).toMatchObject([{ number: last + 1, reason: 'REFUND', invoice: invoice?.number }])
  const kept = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select(({ fn }) => fn.sum<string>('ledger_entry.amount').as('amount'))
    .where('reservation_id', '=', id)
    .where('ledger_account.kind', 'in', ['GATEWAY', 'WALLET'])
    .executeTakeFirstOrThrow()
  const payment = (await payer.calls.payments.list({})).results.find((one) => one.reservation?.id === id)
  expect(payment?.credit_notes).toMatchObject([{ number: last + 1 }])
  const shown = await payer.calls.payments.read({ id: payment?.id ?? '', credit: last + 1 })
  expect(shown.credit).toMatchObject({ number: last + 1, amount: notes[0]?.amount, reason: 'REFUND' })
  expect(shown.invoice).toMatchObject({ number: invoice?.number, amount: paid, replaces: null })
  expect(shown.documents.map(({ kind }) => kind)).toEqual(['CREDIT', 'INVOICE'])
  expect(shown.rental?.is_current).toBe(false)
  for (const other of [{ credit: last + 2 }, { invoice: (invoice?.number ?? 0) - 1 }])
    expect(await refusal(payer.calls.payments.read({ id: payment?.id ?? '', ...other }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(paid - (notes[0]?.amount ?? 0) + Number(kept.amount)).toBe(0)
})

test('a payment that came too late to be kept has a credit note of the whole', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 103, phone: payer.phone })
  const { payment_id } = await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: id })
  await db.updateTable('payment').set({ status: 'PAID', settled_as: 'WALLET' }).where('id', '=', payment_id).execute()
  const { amount } = await db
    .selectFrom('payment')
    .select('amount')
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  expect(await notesOf(id)).toMatchObject([{ amount, reason: 'NOT_TAKEN' }])
})

test('an invoice keeps the name of its vehicle and its supplier of the day when it was issued', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 105, phone: payer.phone })
  await payAtBank(site, bank, id)
  const payment = (await payer.calls.payments.list({})).results.find((one) => one.reservation?.id === id)?.id ?? ''
  const read = async () => (await payer.calls.payments.read({ id: payment })).rental
  const issued = await read()
  const { company_id, ad_id } = await db
    .selectFrom('reservation')
    .select(['company_id', 'ad_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name, legal_name } = await db
    .selectFrom('company')
    .select(['name', 'legal_name'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  const model = await db
    .selectFrom('model')
    .innerJoin('ad', 'ad.model_id', 'model.id')
    .select(['model.id', 'model.name_en', 'model.name_fa'])
    .where('ad.id', '=', ad_id)
    .executeTakeFirstOrThrow()
  const rename = async (company: { name: string; legal_name: string | null }, names: object) => {
    await db.updateTable('company').set(company).where('id', '=', company_id).execute()
    await db.updateTable('model').set(names).where('id', '=', model.id).execute()
  }
  await rename(
    { name: JSON.stringify({ ...name, en: 'Renamed', fa: 'تازه' }), legal_name: 'New GmbH' },
    { name_en: 'Other', name_fa: 'دیگر' },
  )
  expect(await read()).toEqual(issued)
  await rename({ name: JSON.stringify(name), legal_name }, { name_en: model.name_en, name_fa: model.name_fa })
})

test('issued invoices and credit notes never change', async () => {
  for (const change of [
    db.updateTable('invoice').set({ amount: 1 }),
    db.updateTable('credit_note').set({ amount: 1 }),
    db.deleteFrom('credit_note'),
    db.deleteFrom('invoice'),
  ])
    await expect(change.execute()).rejects.toThrow('append-only')
})

test('a company sees the invoices of its reservations, and of the customer what it may see now', async () => {
  const { agency } = await fiveIdentities(site)
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 104, phone: payer.phone })
  const read = (asked: { invoice?: number; credit?: number } = {}) =>
    agency.calls.company.reservations.invoices.read({ id, ...asked })
  await payAtBank(site, bank, id)
  const shown = await read()
  expect(shown).toMatchObject({
    gateway: null,
    wallet_amount: 0,
    card: null,
    reference: null,
    payer: { email: null },
    credit: null,
  })
  expect(shown?.invoice?.number).toBe((await numbers()).at(-1))
  expect(await refusal(read({ invoice: 1 }))).toMatchObject({ code: 'NOT_FOUND' })
  await visitor.reservations.cancel({ id, way: 'WALLET' })
  const [note] = await notesOf(id)
  const credited = await read({ credit: note?.number ?? 0 })
  expect(credited).toMatchObject({ credit: { amount: note?.amount }, invoice: { number: shown?.invoice?.number } })
  expect(credited?.documents).toHaveLength(2)
})
