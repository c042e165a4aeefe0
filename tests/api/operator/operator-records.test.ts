import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, agency, admin } = await fiveIdentities(site)

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

test('each number of the overview has a list that adds up to it', async () => {
  site.clock.set('2026-11-28T05:30:00Z')
  await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 102 })
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 103, phone: '09123334455' })
  await payAtBank(site, bank, id)
  site.clock.set('2026-12-01T07:10:00Z')
  await agency.calls.company.reservations.handOver({ id })
  await agency.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
  const { begun, booked, turnover } = await admin.calls.operator.overview.read({ days: 7 })
  expect([begun, booked]).toEqual([2, 1])
  const list = (name: 'begun' | 'booked' | 'successful' | 'commission', currency?: 'IRT' | 'EUR') =>
    admin.calls.operator.reservations.list({ list: name, days: 7, currency })
  expect((await list('begun')).count).toBe(begun)
  expect((await list('booked')).results).toMatchObject([{ id, status: 'COMPLETED', fullname: DRIVER.fullname }])
  const [toman] = turnover.filter(({ currency }) => currency === 'IRT')
  expect(toman?.total).toBeGreaterThan(0)
  expect(toman?.commission).toBeGreaterThan(0)
  expect((await list('successful', 'IRT')).results.map(({ total }) => total)).toEqual([toman?.total])
  expect((await list('commission', 'IRT')).results.map(({ commission }) => commission)).toEqual([toman?.commission])
  expect((await list('commission', 'EUR')).count).toBe(0)
  const { results } = await admin.calls.operator.payments.list({ status: 'PAID' })
  expect(results.map(({ reservation }) => reservation?.id)).toEqual([id])
  expect((await admin.calls.operator.payments.list({ status: 'REVIEW' })).count).toBe(0)
  // A month later the week is empty.
  site.clock.set('2027-01-05T07:10:00Z')
  expect((await list('begun')).count).toBe(0)
})

test('all reservations are ordered, and found by status, company, day of the pick-up and who booked', async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  const made = async (ad: number, change: object) =>
    (await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, ...change })).id
  const later = { start_date: '2027-01-10', end_date: '2027-01-20' }
  const [soon, far, other] = [
    await made(110, { phone: '09123330001', fullname: 'Ali Karimi' }),
    await made(111, { phone: '09123330002', ...later }),
    await made(202, { phone: '09123330003' }),
  ]
  const list = async (asked: object) =>
    (await admin.calls.operator.reservations.list(asked)).results
      .map(({ id }) => id)
      .filter((id) => [soon, far, other].includes(id))
  expect(await list({})).toEqual([other, far, soon])
  expect(await list({ order: 'pickup' })).toEqual([other, soon, far])
  expect(await list({ order: 'pickup_last' })).toEqual([far, other, soon])
  expect((await list({ order: 'total' }))[0]).toBe(far)
  expect(await list({ from: '2027-01-01' })).toEqual([far])
  expect(await list({ to: '2026-12-31', company: 1 })).toEqual([soon])
  expect(await list({ company: 2 })).toEqual([other])
  expect(await list({ q: 'على كريمي' })).toEqual([])
  expect(await list({ q: 'ali kar' })).toEqual([soon])
  expect(await list({ q: '0912 333 0002' })).toEqual([far])
  expect(await list({ status: 'AWAITING_PAYMENT' })).toHaveLength(3)
  // A hold past its time reads as expired, whether the job has written that or not.
  site.clock.advance(60)
  expect(await list({ status: 'AWAITING_PAYMENT' })).toEqual([])
  expect(await list({ status: 'EXPIRED' })).toHaveLength(3)
  // What makes no sense narrows nothing.
  expect(await list({ from: 'soon', company: 'x', status: 'LOST', order: 'best' })).toHaveLength(3)
})
