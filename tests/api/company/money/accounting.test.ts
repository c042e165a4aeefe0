import { afterEach, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, agency, elsewhere } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...{ role: 'AGENT', company: TOMAN.company, phone: '+989120000101', staffRole: 'DESK' },
})
const { id: reservation_id } = await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER })
const accounting = () => agency.calls.company.money.accounting
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const DAYS = { from: '2026-11-01', to: '2026-11-30' }
const AT = new Date('2026-11-10T08:00:00Z')
const own = (amount: number) => ({ kind: 'COMPANY', owner: TOMAN.company, amount }) as const
const from = (kind: 'PREPAYMENT' | 'BANK', amount: number) => ({ kind, owner: 'x', amount }) as const

test('the journal has what the ledger and the desk booked, with the commission apart', async () => {
  const posting = { currency: 'IRT', at: AT, reservation: reservation_id } as const
  await db.transaction().execute(async (tx) => {
    await post(tx, {
      ...{ ...posting, key: 'a', kind: 'COMMISSION' },
      entries: [from('PREPAYMENT', -1000), own(850), { kind: 'COMMISSION', owner: 'marketplace', amount: 150 }],
    })
    await post(tx, { ...posting, key: 'b', kind: 'REFUND', entries: [own(-40), from('PREPAYMENT', 40)] })
    await post(tx, {
      ...{ key: 'c', kind: 'PAYOUT', currency: 'IRT', at: AT },
      entries: [own(-500), from('BANK', 500)],
    })
  })
  const money = { reservation_id, at: AT, amount: 100 }
  await db
    .insertInto('desk_money')
    .values([
      { ...money, id: publicId(), purpose: 'RENT', way: 'CASH' },
      { ...money, id: publicId(), purpose: 'DEPOSIT', way: 'CARD', amount: 700 },
      { ...money, id: publicId(), purpose: 'DEPOSIT', way: 'CARD_HOLD', amount: 900 },
      { ...money, id: publicId(), purpose: 'CHARGE_FROM_DEPOSIT', way: 'CARD', amount: 70 },
      {
        ...money,
        id: publicId(),
        purpose: 'CHARGE',
        way: 'CASH',
        amount: 5,
        undone_at: new Date('2026-12-01T08:00:00Z'),
      },
      // The evening of the day before in UTC.
      { ...money, id: publicId(), purpose: 'RENT', way: 'TRANSFER', at: new Date('2026-11-30T21:00:00Z') },
    ])
    .execute()
  const found = await accounting().journal(DAYS)
  expect(found.events).toEqual([
    { event: 'SITE_RENT', count: 1, amount: 1000 },
    { event: 'COMMISSION', count: 1, amount: 150 },
    { event: 'REFUND', count: 1, amount: 40 },
    { event: 'PAYOUT', count: 1, amount: 500 },
    { event: 'RENT_CASH', count: 1, amount: 100 },
    { event: 'DEPOSIT_CARD', count: 1, amount: 700 },
    { event: 'CHARGE_CASH', count: 1, amount: 5 },
    { event: 'CHARGE_FROM_DEPOSIT', count: 1, amount: 70 },
  ])
  expect(found).toMatchObject({ count: 8, unmapped: 8, currency: 'IRT' })
  expect((await accounting().journal({ from: '2026-12-01', to: '2026-12-31' })).events).toEqual([
    { event: 'RENT_TRANSFER', count: 1, amount: 100 },
    { event: 'CHARGE_CASH', count: 1, amount: -5 },
  ])
  // What the marketplace owes is what its events say.
  const sums = Object.fromEntries(found.events.map(({ event, amount }) => [event, amount]))
  expect(sums.SITE_RENT! - sums.COMMISSION! - sums.REFUND! - sums.PAYOUT!).toBe(310)
})

test('an event without both accounts is counted and has none in its lines', async () => {
  const before = await accounting().map({})
  expect(before).toMatchObject({ is_saved: false, consultant: null })
  expect(before.events).toHaveLength(22)
  await accounting().setMap({ debit_PAYOUT: '1200', credit_PAYOUT: '۱۴۶۰', debit_REFUND: '8400', consultant: '1001' })
  expect(await accounting().map({})).toMatchObject({ is_saved: true, consultant: '1001', client: null })
  const found = await accounting().journal(DAYS)
  expect(found.unmapped).toBe(7)
  expect(found.results.filter(({ debit }) => debit !== null)).toMatchObject([
    { event: 'REFUND', debit: '8400', credit: null, amount: 40 },
    { event: 'PAYOUT', debit: '1200', credit: '1460', amount: 500, number: null },
  ])
  const wrong = await refusal(accounting().setMap({ debit_PAYOUT: '12', client: 'x' }))
  expect(wrong.data).toMatchObject({ fields: { debit_PAYOUT: ['account_number'], client: ['client_number'] } })
})

test('days are in order and at most a year', async () => {
  expect(await codeOf(accounting().journal({ from: '2026-11-02', to: '2026-11-01' }))).toBe('INVALID_FIELDS')
  expect(await codeOf(accounting().journal({ from: '2025-10-31', to: '2026-11-01' }))).toBe('INVALID_FIELDS')
})

test('only owners see it, and only their own', async () => {
  for (const { calls } of [desk, owner])
    expect(await codeOf(calls.company.money.accounting.journal(DAYS))).toBe('NOT_FOUND')
  expect(await elsewhere.calls.company.money.accounting.journal(DAYS)).toMatchObject({ count: 0 })
})

test('lines of a price name the business of the invoice, and a refund the number of its credit note', async () => {
  // Before it has accepted a booking, a company learns of no business.
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', reservation_id).execute()
  await agency.calls.company.reservations.recipient.save({
    id: reservation_id,
    ...{ name: 'Müller GmbH', country: 'DE', tax_number: 'DE136695976', address: 'Domstraße 1' },
  })
  await db
    .insertInto('payment')
    .values({
      ...{ id: publicId(), reservation_id, amount: 5000, currency_id: 6, gateway: 'saman', status: 'PAID' },
      ...{ settled_at: AT, settled_as: 'RESERVATION', created_at: AT, return_address: 'https://savari.example/' },
    })
    .execute()
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: 'credited', kind: 'REFUND', currency: 'IRT', at: AT, reservation: reservation_id },
      entries: [own(-60), from('PREPAYMENT', -5), { kind: 'WALLET', owner: owner.phone, amount: 65 }],
    }),
  )
  const { last } = await db.selectFrom('credit_note_series').select('last').executeTakeFirstOrThrow()
  const { results } = await accounting().journal({ ...DAYS, size: 5000 })
  expect(results.find(({ event, amount }) => event === 'REFUND' && amount === 60)).toMatchObject({
    recipient: 'Müller GmbH',
    credit_notes: [last],
  })
  expect(results.find(({ event }) => event === 'RENT_CASH')).toMatchObject({
    recipient: 'Müller GmbH',
    credit_notes: [],
  })
  for (const event of ['COMMISSION', 'PAYOUT', 'DEPOSIT_CARD'])
    expect(results.find((one) => one.event === event)?.recipient).toBeNull()
  expect(await codeOf(accounting().journal({ ...DAYS, size: 5001 }))).toBe('INVALID_FIELDS')
})

test('a refund of several invoices names the credit note of each, and a line stays with the business of its day', async () => {
  await db
    .insertInto('payment')
    .values({
      ...{ id: publicId(), reservation_id, amount: 3000, currency_id: 6, gateway: 'saman', status: 'PAID' },
      ...{ settled_at: AT, settled_as: 'RESERVATION', created_at: AT, return_address: 'https://savari.example/' },
    })
    .execute()
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: 'credited twice', kind: 'REFUND', currency: 'IRT', at: AT, reservation: reservation_id },
      entries: [own(-61), from('PREPAYMENT', -5939), { kind: 'WALLET', owner: owner.phone, amount: 6000 }],
    }),
  )
  await agency.calls.company.reservations.recipient.save({
    id: reservation_id,
    ...{ name: 'Schulze GmbH', country: 'DE', tax_number: 'DE136695976', address: 'Domstraße 1' },
  })
  const { results } = await accounting().journal({ ...DAYS, size: 5000 })
  const refund = results.find(({ event, amount }) => event === 'REFUND' && amount === 61)
  expect(refund?.credit_notes).toHaveLength(2)
  expect(refund?.recipient).toBe('Müller GmbH')
})
