import { beforeAll, expect, test } from 'vitest'
import { FAVOURITES_MAX } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

let count = 0
async function somebody() {
  count += 1
  const api = await testApi({ db })
  const { calls } = await signIn(api, phoneOf(count), { clientAddress: `198.51.100.${count}` })
  return { api, calls }
}
const idsOf = ({ results }: { results: { id: number }[] }) => results.map(({ id }) => id)
const offered = () => db.selectFrom('ad').select('id').where('status', '=', 1).orderBy('id').execute()

test('favourites are added once, newest first, and can be removed; unknown vehicles are ignored', async () => {
  const [first, second, third] = (await offered()).map(({ id }) => id) as [number, number, number]
  const { api, calls } = await somebody()
  expect(await calls.account.favourites()).toMatchObject({ count: 0, results: [] })
  expect(idsOf(await calls.account.changeFavourites({ add: [first] }))).toEqual([first])
  api.clock.advance(1)
  expect(idsOf(await calls.account.changeFavourites({ add: [third, second, first, 2_000_000_000] }))).toEqual([
    third,
    second,
    first,
  ])
  expect(idsOf(await calls.account.changeFavourites({ remove: [second, second] }))).toEqual([third, first])
  expect(idsOf(await calls.account.favourites())).toEqual([third, first])

  const other = await somebody()
  expect(idsOf(await other.calls.account.favourites())).toEqual([])
  expect((await refusal(api.as().account.favourites())).status).toBe(401)
})

test('an account keeps the newest fifty', async () => {
  const { api, calls } = await somebody()
  const model = await db.selectFrom('ad').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
  const { id: _id, picture: _picture, ...columns } = model
  const more = await db
    .insertInto('ad')
    .values(
      Array.from({ length: FAVOURITES_MAX + 1 }, (_one, index) => ({
        ...columns,
        reference: `FAV-${index}`,
        about: null,
        properties: columns.properties,
      })),
    )
    .returning('id')
    .execute()
  const ids = more.map(({ id }) => id)
  await calls.account.changeFavourites({ add: ids.slice(0, FAVOURITES_MAX) })
  api.clock.advance(1)
  const kept = idsOf(await calls.account.changeFavourites({ add: ids.slice(-1) }))
  expect(kept).toHaveLength(FAVOURITES_MAX)
  expect(kept[0]).toBe(ids.at(-1))
  expect(kept).not.toContain(ids[FAVOURITES_MAX - 1])
  const tooMany = await refusal(calls.account.changeFavourites({ add: ids }))
  expect([tooMany.status, tooMany.code]).toEqual([400, 'INVALID_FIELDS'])
})

test('favourites are in the person’s data export, and are deleted with the account', async () => {
  const [{ id } = { id: 0 }] = await offered()
  const { calls } = await somebody()
  await calls.account.changeFavourites({ add: [id] })
  expect(await calls.account.exportData()).toMatchObject({ favourites: [{ ad_id: id }] })
  const { account_id } = await db
    .selectFrom('favourite')
    .selectAll()
    .orderBy('added_at', 'desc')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('account').where('id', '=', account_id).execute()
  expect(await db.selectFrom('favourite').selectAll().where('account_id', '=', account_id).execute()).toEqual([])
})

test('several vehicles come as cards in the requested order, without those no longer offered', async () => {
  const [first, second, third] = (await offered()).map(({ id }) => id) as [number, number, number]
  const api = await testApi({ db })
  await db.updateTable('ad').set({ status: 0 }).where('id', '=', second).execute()
  const found = await api.as().ads.several({ ids: [third, second, first, third, 2_000_000_000] })
  expect(idsOf(found)).toEqual([third, first])
  const [card] = found.results
  const single = await api.as().ads.read({ id: third })
  expect(card?.price.per_day).toBe(single.price.per_day)
  expect(card?.city).toBe(single.city.name)
  await db.updateTable('ad').set({ status: 1 }).where('id', '=', second).execute()
})
