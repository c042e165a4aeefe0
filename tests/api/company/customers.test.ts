import { expect, test } from 'vitest'
import { eraseReservations } from '#app/api/account/own-data/erase-reservations.ts'
import { forgetCustomers } from '#app/db/kept-customers.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db, now: '2026-11-23T05:30:00Z' })
await loadFleet(db)
const { visitor, owner: customer, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const owner = await signedIn(site, { ...staff, phone: '+989120000911', staffRole: 'OWNER' })
const desk = await signedIn(site, { ...staff, phone: '+989120000912', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000913', staffRole: 'DRIVER' })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

const { id: _, ...TIMES } = RENTAL
const MAHDI = { fullname: 'مهدی آرمان سعادت', country_code: '+98', phone: '09121234567' }
let made = 0
/** A form of staff for a car of its own; each later booking begins a day later. */
function form(change: object = {}) {
  made += 1
  const days = { start_date: addDays(TIMES.start_date, made), end_date: addDays(TIMES.end_date, made) }
  return { ad: 101 + made, ...TIMES, ...days, ...MAHDI, source: 'PHONE', payment: 'LATER', ...change } as const
}
const book = (change: object = {}) => desk.calls.company.reservations.book(form(change))
const reserve = (change: object = {}) =>
  visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: MAHDI.phone, ...change })
const customers = () => desk.calls.company.customers

const first = (await book({ payment: 'CASH', note: 'Calls back late' })).id
const last = (await book()).id
await book({ fullname: 'Anna Weber', country_code: '+49', phone: '15155500117' })

test('are one for each phone, the latest first, and are found by a part of a name or a phone in any writing', async () => {
  const { count, results } = await customers().list({})
  expect(count).toBe(2)
  expect(results.map(({ fullname }) => fullname)).toEqual(['Anna Weber', MAHDI.fullname])
  expect(results[1]).toMatchObject({ id: last, phone: '+989121234567', rentals: 2, is_out: false, is_blocked: false })
  for (const q of ['سعادت', 'آرمان', 'ارمان', '۰۹۱۲ ۱۲۳ ۴۵۶۷', '4567', 'مهدي'])
    expect((await customers().list({ q })).results.map(({ id }) => id)).toEqual([last])
  expect((await customers().list({ q: '%' })).count).toBe(0)
  expect((await customers().list({ page: 2, size: 1 })).results.map(({ id }) => id)).toEqual([last])
  expect((await customers().list({ page: 9, size: 1 })).results.map(({ id }) => id)).toEqual([last])
})

test('are read by any of their reservations, with what they paid and what colleagues wrote at each', async () => {
  await desk.calls.company.reservations.addNote({ id: last, body: 'WhatsApp is better' })
  const read = await customers().read({ id: first })
  expect(read).toMatchObject({ id: last, block: null, sums: [{ currency: 'IRT', paid: 2_700_000 }] })
  expect(read.trips.map(({ id, paid }) => [id, paid])).toEqual([
    [last, 0],
    [first, 2_700_000],
  ])
  expect(read.notes.map(({ body }) => body)).toEqual(['WhatsApp is better', 'Calls back late'])
})

test('exist for owners and the desk of this company, and for operators, alone', async () => {
  for (const { calls } of [customer, elsewhere, driver]) {
    expect(await codeOf(calls.company.customers.read({ id: first }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.customers.block({ id: first, reason: 'Mine' }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.customers.unblock({ id: first }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.customers.list({ company: TOMAN.company }))).toBe('NOT_FOUND')
  }
  expect((await elsewhere.calls.company.customers.list({})).count).toBe(0)
  expect((await owner.calls.company.customers.read({ id: first })).id).toBe(last)
  expect((await admin.calls.company.customers.list({ company: TOMAN.company })).count).toBe(2)
  expect((await admin.calls.company.customers.read({ id: first })).id).toBe(last)
})

test('are not people whose booking the company has not accepted', async () => {
  const { id } = await reserve({ phone: '09127654321' })
  const { share_id } = await db
    .selectFrom('reservation')
    .select('share_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await customers().list({})).count).toBe(2)
  expect(await codeOf(customers().read({ id: share_id }))).toBe('NOT_FOUND')
  expect(await codeOf(customers().block({ id: share_id, reason: 'Unknown' }))).toBe('NOT_FOUND')
})

test('are blocked with a reason, once, which the log of the company shows without the phone', async () => {
  const { code, data } = await refusal(customers().block({ id: first, reason: ' ' }))
  expect([code, data]).toMatchObject(['INVALID_FIELDS', { fields: { reason: ['required'] } }])
  const { block, is_blocked } = await customers().block({ id: first, reason: 'Brought it back burnt' })
  expect(is_blocked).toBe(true)
  expect(block).toMatchObject({ reason: 'Brought it back burnt', by: 'سارا محمدی' })
  expect(await codeOf(owner.calls.company.customers.block({ id: last, reason: 'Again' }))).toBe('CHANGED_MEANWHILE')
  expect((await customers().list({ view: 'BLOCKED' })).results.map(({ id }) => id)).toEqual([last])
  const { results } = await owner.calls.company.staff.log({ subject: 'company_block' })
  expect(results).toHaveLength(1)
  expect(results[0]?.changes).toContainEqual({ name: 'phone', before: null, after: '…' })
})

test('who are blocked are refused at the counter with the reason, and on the site without it', async () => {
  const { code, data } = await refusal(book())
  expect([code, data]).toEqual(['CUSTOMER_BLOCKED', { why: 'Brought it back burnt' }])
  const online = await refusal(reserve())
  expect([online.code, online.data]).toEqual(['BOOKING_REFUSED', undefined])
  const ownAccount = customer.calls.reservations.reserveSignedIn({ ...RENTAL, ...DRIVER, phone: MAHDI.phone })
  expect(await codeOf(ownAccount)).toBe('BOOKING_REFUSED')
})

test('who are blocked keep their reservations, their account, and other companies', async () => {
  expect((await customers().read({ id: first })).trips.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
  expect((await customer.calls.reservations.list({})).count).toBe(2)
  const by = elsewhere.calls.company.reservations
  const { id } = await by.book({ ...form(), ad: BY_HAND.ad })
  const read = await elsewhere.calls.company.customers.read({ id })
  expect(read).toMatchObject({ block: null, is_blocked: false, rentals: 1, notes: [] })
  expect(read.trips).toHaveLength(1)
  expect((await elsewhere.calls.company.customers.list({ view: 'BLOCKED' })).count).toBe(0)
  expect((await elsewhere.calls.company.staff.log({ subject: 'company_block' })).count).toBe(0)
})

test('are blocked under another phone, too, by the identity with which they had a vehicle', async () => {
  const papers = { national_id: '0499370899', phone: '09121112233' }
  const typed = { ...papers, fullname: 'Reza', date_of_birth: '1990-01-01', country: 'IR' }
  await db.updateTable('reservation').set({ national_id: papers.national_id }).where('share_id', '=', first).execute()
  expect((await book(typed)).status).toBe('CONFIRMED')
  await db.updateTable('reservation').set({ status: 'COMPLETED' }).where('share_id', '=', first).execute()
  expect(await codeOf(book(typed))).toBe('CUSTOMER_BLOCKED')
})

test('book again after the block has ended', async () => {
  const { block } = await owner.calls.company.customers.unblock({ id: first })
  expect(block).toBeNull()
  expect(await codeOf(customers().unblock({ id: first }))).toBe('CHANGED_MEANWHILE')
  expect((await book()).status).toBe('CONFIRMED')
})

test('are kept for the years that the owner chose, and then leave with their notes and block', async () => {
  const name = { fa: 'مرجان رنت', en: 'Marjan Rent', ar: 'مرجان', tr: 'Marjan Kiralama' }
  const keep = (keep_customers_years: 1 | 2 | 5) =>
    owner.calls.company.settings.changeDetails({ name, keep_customers_years })
  const annaOf = async () => (await customers().list({ q: 'Weber' })).results[0]
  const anna = (await annaOf())!.id
  await desk.calls.company.reservations.addNote({ id: anna, body: 'Speaks German' })
  await customers().block({ id: anna, reason: 'Late' })
  const row = db.updateTable('reservation').where('phone', '=', '+4915155500117')
  const ended = (end_at: string) => row.set({ start_at: '2025-01-01T06:30:00Z', end_at, status: 'COMPLETED' }).execute()
  const left = async () => [
    (await db.selectFrom('reservation_note').select('id').where('body', '=', 'Speaks German').execute()).length,
    (await db.selectFrom('company_block').select('id').where('phone', '=', '+4915155500117').execute()).length,
  ]
  await ended('2025-11-22T05:30:00Z')
  expect((await keep(2)).keep_customers_years).toBe(2)
  await forgetCustomers(db, site.clock.now())
  expect([(await annaOf())?.is_blocked, await left()]).toEqual([true, [1, 1]])
  await keep(1)
  expect([await annaOf(), await codeOf(customers().read({ id: anna }))]).toEqual([undefined, 'NOT_FOUND'])
  await row.set({ status: 'ACTIVE' }).execute()
  await forgetCustomers(db, site.clock.now())
  expect([(await annaOf())?.is_out, await left()]).toEqual([true, [1, 1]])
  await ended('2025-11-22T05:30:00Z')
  await forgetCustomers(db, site.clock.now())
  expect(await left()).toEqual([0, 0])
  expect((await customers().list({ q: 'آرمان' })).count).toBe(1)
  const fields = ((await refusal(keep(3 as never))).data as { fields: object }).fields
  expect(fields).toEqual({ keep_customers_years: ['invalid'] })
})

test('disappear, with their block, when their data is erased', async () => {
  await customers().block({ id: first, reason: 'Late' })
  const rows = await db.selectFrom('reservation').select('id').where('phone', '=', '+989121234567').execute()
  const reservations = rows.map(({ id }) => ({ id, phone: '+00000000000001' }))
  await db.transaction().execute((tx) => eraseReservations(tx, { reservations, keepsInvoices: true }))
  expect((await customers().list({})).results.map(({ fullname }) => fullname)).not.toContain(MAHDI.fullname)
  expect(await codeOf(customers().read({ id: first }))).toBe('NOT_FOUND')
  expect(await db.selectFrom('company_block').select('id').execute()).toEqual([])
  expect(site.reported).toEqual([])
})
