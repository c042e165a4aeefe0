import { beforeAll, expect, test } from 'vitest'
import { RECENT_SEARCHES_MAX } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, phoneOf } from '../../support/api/fleet.ts'
import { signIn } from '../../support/api/people.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
beforeAll(() => loadFleet(db))

const search = (day: number, city = 1061) => ({
  kind: 'car' as const,
  city,
  start_date: `2026-12-0${day}`,
  start_time: '10:00',
  end_date: '2026-12-20',
  end_time: '10:00',
})
let count = 0
async function somebody() {
  count += 1
  const api = await testApi({ db })
  const { calls } = await signIn(api, phoneOf(count), { clientAddress: `198.51.100.${count}` })
  return { api, calls: calls.account }
}
const daysOf = ({ results }: { results: { start_date: string }[] }) =>
  results.map(({ start_date }) => Number(start_date.slice(-1)))

test('an account lists each search once, the latest first, at most eight', async () => {
  const { api, calls } = await somebody()
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) {
    api.clock.advance(1)
    await calls.rememberSearch(search(day))
  }
  const list = await calls.recentSearches()
  expect(daysOf(list)).toEqual([3, 9, 8, 7, 6, 5, 4, 2])
  expect(list.count).toBe(RECENT_SEARCHES_MAX)
  expect(list.results[0]).toEqual({ ...search(3), city: { id: 1061, name: expect.stringContaining('Kish') } })
})

test('recent searches belong to one person, and are deleted on request', async () => {
  const [mine, other] = [await somebody(), await somebody()]
  await mine.calls.rememberSearch(search(1))
  await other.calls.rememberSearch(search(2))
  expect(daysOf(await mine.calls.recentSearches())).toEqual([1])
  expect(await mine.calls.forgetSearches()).toMatchObject({ count: 0 })
  expect(daysOf(await mine.calls.recentSearches())).toEqual([])
  expect(daysOf(await other.calls.recentSearches())).toEqual([2])
  expect((await refusal(mine.api.as().account.recentSearches())).status).toBe(401)
})

test('a search in an unknown city is ignored', async () => {
  const { calls } = await somebody()
  expect(daysOf(await calls.rememberSearch(search(1, 2_000_000_000)))).toEqual([])
})
