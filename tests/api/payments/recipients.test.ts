import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency } = await fiveIdentities(site)
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const BUSINESS = {
  ...{ name: 'Müller Consulting GmbH', country: 'Germany', tax_number: 'DE 136 695 976' },
  ...{ address: 'Domstraße 1\n50667 Köln', order_number: 'PO-4471' },
}
const STORED = { ...BUSINESS, tax_number: 'DE136695976' }

let car = 100
async function reserve() {
  car += 1
  return (await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car, phone: owner.phone })).id
}
const invoiceOf = async (id: string, asked: { invoice?: number; credit?: number } = {}) => {
  const { results } = await owner.calls.payments.list({})
  const payment = results.find(({ reservation }) => reservation?.id === id)
  return owner.calls.payments.read({ id: payment?.id ?? '', ...asked })
}

test('an invoice is made out to the business that was chosen before the payment, and it is remembered', async () => {
  const id = await reserve()
  const saved = await owner.calls.reservations.recipient.save({ id, ...BUSINESS })
  expect(saved).toMatchObject({ recipient: { ...STORED, country: expect.any(String) }, reissued: 0, changes_left: 3 })
  await payAtBank(site, bank, id)
  const shown = await invoiceOf(id)
  expect(shown.recipient).toMatchObject({ name: BUSINESS.name, tax_number: 'DE136695976', order_number: 'PO-4471' })
  expect(shown.documents).toHaveLength(1)
  const next = await owner.calls.reservations.recipient.read({ id: await reserve() })
  expect(next).toMatchObject({ recipient: null, proposed: { name: BUSINESS.name, order_number: null } })
})

test('every error of a business is said: unknown countries, and numbers that the country does not have', async () => {
  const id = await reserve()
  const fieldsOf = async (given: object) =>
    (await refusal(owner.calls.reservations.recipient.save({ id, ...BUSINESS, ...given }))).data
  for (const country of ['Atlantis', 'QQ'])
    expect(await fieldsOf({ country })).toMatchObject({ fields: { country: ['country_unknown'] } })
  expect(await fieldsOf({ tax_number: 'DE136695975' })).toMatchObject({ fields: { tax_number: ['check_digit'] } })
  expect(await fieldsOf({ country: 'IR', tax_number: '123' })).toMatchObject({ fields: { tax_number: ['digits'] } })
  for (const given of [{ name: '' }, { address: 'x'.repeat(301) }])
    expect(await refusal(owner.calls.reservations.recipient.save({ id, ...BUSINESS, ...given }))).toMatchObject({
      code: 'INVALID_FIELDS',
    })
})

test('another recipient after the invoice makes a credit note of the whole and a new invoice; the old one stays', async () => {
  const id = await reserve()
  await payAtBank(site, bank, id)
  const first = await invoiceOf(id)
  await owner.calls.reservations.recipient.save({ id, ...BUSINESS })
  const second = await invoiceOf(id)
  expect(second).toMatchObject({
    recipient: { name: BUSINESS.name },
    invoice: { amount: first.invoice?.amount, replaces: { number: first.invoice?.number } },
  })
  const credit = second.documents.find(({ kind }) => kind === 'CREDIT')?.number ?? 0
  expect(await invoiceOf(id, { credit })).toMatchObject({
    credit: { amount: first.invoice?.amount, reason: 'RECIPIENT' },
    invoice: { number: first.invoice?.number },
    recipient: null,
  })
  // The same once more changes nothing.
  await owner.calls.reservations.recipient.save({ id, ...BUSINESS })
  expect((await invoiceOf(id)).documents).toHaveLength(3)
  // What is given back afterwards is of the new invoice.
  await visitor.reservations.cancel({ id, way: 'WALLET' })
  const { documents } = await invoiceOf(id)
  const note = documents.filter(({ kind }) => kind === 'CREDIT').toSorted((one, other) => other.number - one.number)[0]
  expect((await invoiceOf(id, { credit: note?.number ?? 0 })).invoice?.number).toBe(second.invoice?.number)
})

test('invoices are issued again three times for a customer and within 30 days; the desk can correct them longer', async () => {
  const id = await reserve()
  await payAtBank(site, bank, id)
  const { recipient } = owner.calls.reservations
  const named = (name: string) => recipient.save({ id, ...BUSINESS, name })
  await named('One')
  await named('Two')
  expect(await recipient.remove({ id })).toMatchObject({ recipient: null, changes_left: 0, reissued: 1 })
  expect((await refusal(named('Three'))).data).toMatchObject({ fields: { '': ['recipient_final'] } })
  const desk = agency.calls.company.reservations.recipient
  expect(await desk.save({ id, ...BUSINESS })).toMatchObject({ recipient: { name: BUSINESS.name }, proposed: null })
  expect((await invoiceOf(id)).recipient?.name).toBe(BUSINESS.name)
  await makeOlder(31)
  expect(await recipient.read({ id })).toMatchObject({ reissued: 0 })
  expect(await desk.read({ id })).toMatchObject({ reissued: 1 })
})

/** Lets all invoices be some days older: sign-ins would end if the clock moved. */
async function makeOlder(days: number) {
  const guard = (state: 'disable' | 'enable') =>
    sql.raw(`alter table invoice ${state} trigger invoice_is_issued`).execute(db)
  await guard('disable')
  await db
    .updateTable('invoice')
    .set({ issued_at: new Date(site.clock.now().getTime() - days * DAY_MS) })
    .execute()
  await guard('enable')
}

test('a company learns of the business only once it has accepted the booking', async () => {
  const id = await reserve()
  await owner.calls.reservations.recipient.save({ id, ...BUSINESS })
  await payAtBank(site, bank, id)
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { invoices, recipient } = agency.calls.company.reservations
  expect((await invoices.read({ id: share_id }))?.recipient).toMatchObject({ name: BUSINESS.name })
  expect((await invoices.read({ id: share_id }))?.id).toBe(share_id)
  await db.updateTable('reservation').set({ status: 'AWAITING_CONFIRMATION' }).where('id', '=', id).execute()
  await db.deleteFrom('reservation_event').where('reservation_id', '=', id).where('status', '=', 'CONFIRMED').execute()
  expect((await invoices.read({ id: share_id }))?.recipient).toBeNull()
  expect(await refusal(recipient.read({ id: share_id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(recipient.save({ id: share_id, ...BUSINESS }))).toMatchObject({ code: 'NOT_FOUND' })
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', id).execute()
})

test('the customer is notified of what the desk changes, and of nothing that stays', async () => {
  const id = await reserve()
  await payAtBank(site, bank, id)
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { recipient } = agency.calls.company.reservations
  await owner.calls.reservations.recipient.save({ id, ...BUSINESS, name: 'Own GmbH' })
  await recipient.save({ id: share_id, ...BUSINESS })
  await recipient.save({ id: share_id, ...BUSINESS })
  await recipient.remove({ id: share_id })
  const sent = await db
    .selectFrom('notification')
    .select(['kind', 'content'])
    .where('reservation_id', '=', id)
    .where('kind', 'in', ['invoicesToBusiness', 'invoicesToDriver'])
    .orderBy('created_at')
    .execute()
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['invoicesToBusiness', 'invoicesToDriver']))
  expect(JSON.stringify(sent)).toContain(BUSINESS.name)
  expect(JSON.stringify(sent)).not.toContain('Own GmbH')
})
