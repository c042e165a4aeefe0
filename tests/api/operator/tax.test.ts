import { afterEach, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, admin } = await fiveIdentities(site)
const support = await signedIn(site, { phone: '+989120000301', role: 'ADMIN', operatorRole: 'SUPPORT' })
const tax = () => admin.calls.operator.tax
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

test('invoices are summed by place with the tax that they contain, free zones apart, in Iran’s days', async () => {
  await db.updateTable('city').set({ slug: 'shiraz' }).where('id', '=', 1062).execute()
  let car = 101
  const paid = async (amount: number, city_id: number, settled_at: string) => {
    car += 1
    const { id: reservation_id } = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      id: car,
      phone: phoneOf(car),
    })
    await db.updateTable('reservation').set({ city_id, status: 'EXPIRED' }).where('id', '=', reservation_id).execute()
    await db
      .insertInto('payment')
      .values({
        ...{ id: publicId(), reservation_id, amount, currency_id: 6, gateway: 'saman', status: 'PAID' },
        ...{ settled_at: new Date(settled_at), settled_as: 'RESERVATION', created_at: new Date(settled_at) },
        return_address: 'https://savari.example/',
      })
      .execute()
  }
  await paid(1_000_000, 1061, '2026-11-10T08:00:00Z')
  await paid(1_100_000, 1062, '2026-11-10T08:00:00Z')
  await paid(2_200_005, 1062, '2026-10-31T21:00:00Z')
  await paid(5, 1062, '2026-11-30T21:00:00Z')
  const { places } = await tax().vat({ from: '2026-11-01', to: '2026-11-30' })
  const iran = { country: 'IR', currency: 'IRT' }
  expect(places).toEqual([
    { ...iran, name: 'Kish فا', is_zone: true, percent: 0, base: 1_000_000, tax: 0, invoices: 1, credit_notes: 0 },
    {
      ...iran,
      name: 'Iran فا',
      is_zone: false,
      percent: 10,
      base: 3_000_005,
      tax: 300_000,
      invoices: 2,
      credit_notes: 0,
    },
  ])
  expect(await codeOf(tax().vat({ from: '2026-11-02', to: '2026-11-01' }))).toBe('INVALID_FIELDS')
})

test('what is given back of an invoice is subtracted on its own day, and may be more than was invoiced', async () => {
  const [invoiced] = await db
    .selectFrom('payment')
    .select(['id', 'reservation_id'])
    .where('amount', '=', 1_100_000)
    .execute()
  const giveBack = (key: string, at: string, amount: number) =>
    db.transaction().execute((tx) =>
      post(tx, {
        ...{ key, kind: 'REFUND', currency: 'IRT', at: new Date(at), reservation: invoiced?.reservation_id ?? '' },
        entries: [
          { kind: 'PREPAYMENT', owner: TOMAN.company, amount: -amount },
          { kind: 'WALLET', owner: phoneOf(1), amount },
        ],
      }),
    )
  await giveBack('part', '2026-11-12T08:00:00Z', 100_000)
  await giveBack('rest', '2026-12-12T08:00:00Z', 1_000_000)
  const placesIn = async (from: string, to: string) => (await tax().vat({ from, to })).places
  const [, november] = await placesIn('2026-11-01', '2026-11-30')
  expect(november).toMatchObject({ base: 2_909_095, tax: 290_910, invoices: 2, credit_notes: 1 })
  // The invoice of 5 toman of the day before Iran’s midnight is the only other one.
  const [december] = await placesIn('2026-12-01', '2026-12-31')
  expect(december).toMatchObject({ base: -909_086, tax: -90_909, invoices: 1, credit_notes: 1 })
})

test('companies in the Union are reported with their quarters, once nothing is missing', async () => {
  await db.updateTable('country').set({ code: 'DE' }).where('id', '=', 1).execute()
  const complete = { legal_name: 'Marjan GmbH', address: 'Weg 1', zip_code: '50667', tax_number: 'DE136695976' }
  await db.updateTable('company').set(complete).where('id', '=', TOMAN.company).execute()
  const earn = (key: string, at: string, company: number, share: number, commission: number) =>
    db.transaction().execute((tx) =>
      post(tx, {
        ...{ key, kind: 'COMMISSION', currency: 'EUR', at: new Date(at) },
        entries: [
          { kind: 'PREPAYMENT', owner: 'x', amount: -share - commission },
          { kind: 'COMPANY', owner: company, amount: share },
          { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
        ],
      }),
    )
  await earn('a', '2026-03-31T23:59:00Z', TOMAN.company, 8500, 1500)
  await earn('b', '2026-04-01T00:00:00Z', TOMAN.company, 850, 150)
  await earn('c', '2027-01-01T00:00:00Z', TOMAN.company, 1, 0)
  await earn('d', '2026-12-31T08:00:00Z', BY_HAND.company, 100, 10)
  await db.transaction().execute((tx) =>
    post(tx, {
      ...{ key: 'e', kind: 'REFUND', currency: 'EUR', at: new Date('2026-05-01T08:00:00Z') },
      entries: [
        { kind: 'COMPANY', owner: TOMAN.company, amount: -50 },
        { kind: 'PREPAYMENT', owner: 'x', amount: 50 },
      ],
    }),
  )
  const { sellers } = await tax().dac7({ year: 2026 })
  const none = { paid: 0, fees: 0, rentals: 0 }
  expect(sellers).toMatchObject([
    { company: { id: 1 }, is_reported: true, problems: [], tax_number: 'DE136695976' },
    { company: { id: 2 }, is_reported: true, problems: ['legal_name', 'address', 'zip_code', 'tax_number'] },
  ])
  expect(sellers[0]?.quarters).toMatchObject([{ paid: 8500, fees: 1500 }, { paid: 800, fees: 150 }, none, none])
  expect(sellers[1]?.quarters[3]).toMatchObject({ paid: 100, fees: 10 })
  await db.updateTable('country').set({ code: 'TR' }).where('id', '=', 1).execute()
  expect((await tax().dac7({ year: 2026 })).sellers).toMatchObject([
    { is_reported: false, problems: [] },
    { is_reported: false, problems: [] },
  ])
})

test('taxes are for operators of money', async () => {
  for (const { calls } of [support, agency, owner])
    expect(await codeOf(calls.operator.tax.dac7({ year: 2026 }))).toBe('NOT_FOUND')
})
