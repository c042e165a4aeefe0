import { afterEach, expect, test } from 'vitest'
import { vehicleAddresses } from '#app/features/crawlers/addresses.server.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, phoneOf, RENTAL } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
await loadFleet(db)
await db.deleteFrom('ad').where('id', 'not in', [101, 102, 103, 104, 201, 202]).execute()
// 101 to 103 are units of one group; 104 costs more, 202 is red.
await db.updateTable('ad').set({ engine_cc: 1400 }).execute()
await db.updateTable('ad').set({ p1: 1_100_000, p3: 1_000_000 }).where('id', '=', 104).execute()
await db.updateTable('ad').set({ colour: 'red' }).where('id', '=', 202).execute()

const site = await testApi({ db })
const visitor = site.as()
const { start_date, start_time, end_date, end_time } = RENTAL
const TIME = { start_date, start_time, end_date, end_time }
const search = (body: object = {}) =>
  visitor.ads.search({ query: { page: 1, size: 50 }, body: { city: { id: 1061 }, ...body } })
const cards = async (body?: object) => (await search(body)).results.map(({ id, units }) => [id, units])
const reserve = (id: number, count: number) =>
  visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id, phone: phoneOf(count) })

afterEach(() => expect(site.reported).toEqual([]))

test('units of one group are one card, and one in each count', async () => {
  const { count, facets, price_range } = await search()
  expect(count).toBe(4)
  expect((await cards()).sort()).toEqual([
    [101, 3],
    [104, 1],
    [201, 1],
    [202, 1],
  ])
  const countsOf = (filter: string) =>
    facets.find((one) => one.filter === filter)?.choices.flatMap(({ count }) => (count > 0 ? [count] : []))
  expect(countsOf('company')).toEqual([2, 2])
  expect(countsOf('gearbox_type')).toEqual([4])
  expect(price_range?.bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(4)
})

test('so they are on the pages of the city and of the company; each keeps its own page', async () => {
  const guide = await visitor.places.cityGuide({ city: 'kish' })
  expect(guide.types.map(({ ads }) => ads)).toEqual([4])
  expect(guide.months[0]).toMatchObject({ free: 4 })
  expect(guide.guarantees).toMatchObject([{ ads: 4 }])
  const { offers, guarantees } = await visitor.companies.read({ id: 'marjan' })
  expect(offers).toMatchObject([{ ads: 2 }])
  expect(guarantees).toMatchObject([{ ads: 2 }])
  const { addresses } = await vehicleAddresses(visitor, 1)
  expect(addresses).toHaveLength(6)
})

test('what names one of them knows how many there are', async () => {
  expect(await visitor.ads.read({ id: 102 })).toMatchObject({ id: 102, units: 3 })
  expect((await visitor.ads.several({ ids: [103, 104] })).results).toMatchObject([{ units: 3 }, { units: 1 }])
})

test('each reservation of the one takes another, until none is left', async () => {
  const taken: number[] = []
  for (const count of [1, 2, 3]) {
    expect((await cards(TIME)).find(([id]) => Number(id) < 104)).toEqual([100 + count, 4 - count])
    expect((await visitor.ads.read({ id: 101, ...TIME })).available).toBe(true)
    const { id } = await reserve(101, count)
    taken.push((await visitor.reservations.voucher({ id })).ad.id)
  }
  expect(taken).toEqual([101, 102, 103])
  expect((await visitor.ads.read({ id: 101, ...TIME })).available).toBe(false)
  expect((await search(TIME)).results.map(({ id }) => id).sort()).toEqual([104, 201, 202])
  await expect(reserve(101, 4)).rejects.toMatchObject({ code: 'VEHICLE_TAKEN' })
})

test('the card of a group names one that is free, with the number of those', async () => {
  await db.deleteFrom('busy').where('ad_id', '=', 102).execute()
  expect((await cards(TIME)).find(([id]) => Number(id) < 104)).toEqual([102, 1])
  expect((await cards()).find(([id]) => Number(id) < 104)).toEqual([101, 3])
})

test('units that come after many taken ones are found', async () => {
  const pattern = await db.selectFrom('ad').selectAll().where('id', '=', 101).executeTakeFirstOrThrow()
  const { picture: _picture, unit_group: _group, ...columns } = pattern
  const ids = Array.from({ length: 25 }, (_, index) => 301 + index)
  await db
    .insertInto('ad')
    .values(ids.map((id) => ({ ...columns, id, about: null })))
    .execute()
  const [last = 0, ...taken] = [...ids].reverse()
  const blocked = [101, 102, 103, ...taken]
  await db.deleteFrom('busy').execute()
  await db
    .insertInto('busy')
    .values(
      blocked.map((ad_id) => {
        return { ad_id, kind: 'BLOCK', status: 2, start_at: '2026-12-01T00:00Z', end_at: '2026-12-05T00:00Z' }
      }),
    )
    .execute()
  expect((await visitor.ads.read({ id: 101, ...TIME })).available).toBe(true)
  expect((await visitor.reservations.price({ ...RENTAL, id: 101 })).free_unit).toBe(last)
})

test('a unit with rules of its own is no substitute', async () => {
  const { id } = await db
    .selectFrom('ad')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await db.insertInto('price_rule').values({ company_id: 1, ad_id: id, min_days: 10 }).execute()
  expect((await visitor.ads.read({ id: 101, ...TIME })).available).toBe(false)
  expect((await visitor.reservations.price({ ...RENTAL, id: 101 })).free_unit).toBeNull()
})
