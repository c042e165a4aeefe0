import { expect, test } from 'vitest'
import { ORDERINGS } from '#app/contract/ads.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await db.deleteFrom('ad').where('id', '>', 104).execute()

const set = (id: number, values: object) => db.updateTable('ad').set(values).where('id', '=', id).execute()
const orderBy = async (ordering: (typeof ORDERINGS)[number]) =>
  (await site.as().ads.search({ query: { ordering }, body: { city: 1061 } })).results.map(({ id }) => id)

test('sorted by rating, the vehicle with more ratings precedes another with the same rating', async () => {
  await set(101, { rating_sum: 9, rating_count: 2 })
  await set(102, { rating_sum: 45, rating_count: 10 })
  await set(103, { rating_sum: 5, rating_count: 1 })
  expect(await orderBy('rating')).toEqual([103, 102, 101, 104])
})

test.each(ORDERINGS.filter((ordering) => ordering !== 'rating'))(
  'vehicles that are equal in the order %s are sorted by their score',
  async (ordering) => {
    for (const [at, id] of [103, 101, 104, 102].entries()) await set(id, { score: 40 - at })
    expect(await orderBy(ordering)).toEqual([103, 101, 104, 102])
  },
)
