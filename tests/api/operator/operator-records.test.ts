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
