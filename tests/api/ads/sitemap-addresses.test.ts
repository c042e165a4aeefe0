import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { latestOf, pageAddresses, vehicleAddresses } from '#app/features/crawlers/addresses.server.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await db.deleteFrom('ad').where('id', 'not in', [101, 102, 103, 104, 201]).execute()
/** Dates of their last changes, in another order than their ids. */
const DAYS = { 101: '2026-02-01', 102: '2026-06-01', 103: '2026-04-01', 104: '2026-09-01', 201: '2026-03-01' }
for (const [id, day] of Object.entries(DAYS))
  await db
    .updateTable('ad')
    .set({ updated_at: sql<Date>`${day}::timestamptz` })
    .where('id', '=', Number(id))
    .execute()
const others = Object.values(STATE_NUMBERS).filter((state) => state !== STATE_NUMBERS.OFFERED)

test.each(others)('vehicles that are not offered (%s) are in no sitemap', async (status) => {
  await db.updateTable('ad').set({ status }).where('id', '=', 104).execute()
  const { addresses, parts, latest } = await vehicleAddresses(site.as(), 1)
  expect(addresses).toEqual([
    { path: '/book/car/101', updated: '2026-02-01' },
    { path: '/book/car/102', updated: '2026-06-01' },
    { path: '/book/car/103', updated: '2026-04-01' },
    { path: '/book/car/201', updated: '2026-03-01' },
  ])
  expect({ parts, latest }).toEqual({ parts: 1, latest: '2026-06-01' })
})

test('a list of vehicles has the date of its latest change', async () => {
  const addresses = await pageAddresses(site.as())
  const updatedOf = (path: string) => addresses.find((one) => one.path === path)?.updated
  expect(updatedOf('/rent/car')).toBe('2026-06-01')
  expect(updatedOf('/city/kish')).toBe('2026-06-01')
})

test('the latest of several dates is found in any order, and undefined without dates', () => {
  expect(latestOf([{ updated: '2026-02-01' }, { updated: '2026-06-01' }, {}, { updated: '2026-04-01' }])).toBe(
    '2026-06-01',
  )
  expect(latestOf([{}])).toBeUndefined()
})
