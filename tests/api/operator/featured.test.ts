import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, admin } = await fiveIdentities(site)
const content = await signedIn(site, { phone: '+989120000311', role: 'ADMIN', operatorRole: 'CONTENT' })
const money = await signedIn(site, { phone: '+989120000312', role: 'ADMIN', operatorRole: 'MONEY' })
const { featured } = content.calls.operator

afterEach(() => expect(site.reported).toEqual([]))

/** Today is 23 November in Tehran. */
const FROM = { place: 1, start_date: '2026-11-23' }
const shownFirst = async () => {
  const { results } = await visitor.ads.pinned({ query: { size: 20 }, body: {} })
  return results.map(({ id, pinned_paid }) => [id, pinned_paid])
}
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object }).fields

test('listings are featured in their order, by operators of content alone', async () => {
  for (const { calls } of [owner, agency, money])
    expect((await refusal(calls.operator.featured.set({ id: 101, ...FROM }))).code).toBe('NOT_FOUND')
  await featured.set({ id: 102, ...FROM, place: 2, paid: true })
  await featured.set({ id: 101, ...FROM })
  expect(await shownFirst()).toEqual([
    [101, false],
    [102, true],
  ])
  await admin.calls.operator.featured.set({ id: 101, ...FROM, place: 9 })
  expect((await shownFirst()).map(([id]) => id)).toEqual([102, 101])
  expect((await featured.list({})).results).toMatchObject([
    { id: 102, status: 'NOW', place: 2, paid: true },
    { id: 101, status: 'NOW', place: 9, paid: false },
  ])
  expect((await refusal(featured.set({ id: 99_999, ...FROM }))).code).toBe('NOT_FOUND')
  expect(await fieldsOf(featured.set({ id: 101, ...FROM, end_date: '2026-11-01' }))).toEqual({
    end_date: ['end_before_start'],
  })
})

test('a city has three of a category at most on one day, also when several operators ask at once', async () => {
  const asked = await Promise.allSettled([103, 104, 105, 106].map((id) => featured.set({ id, ...FROM })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shownFirst()).toHaveLength(3)
  const free = [103, 104, 105, 106].filter((_, at) => asked[at]?.status === 'rejected')
  expect(await fieldsOf(featured.set({ id: free[0] ?? 0, ...FROM }))).toEqual({ start_date: ['featured_full'] })
})

test('one that is for later comes at its time and goes after its last day, by the job of every minute', async () => {
  await featured.remove({ id: 101 })
  expect((await refusal(featured.remove({ id: 101 }))).code).toBe('NOT_FOUND')
  await featured.set({ id: 101, place: 1, start_date: '2026-11-25', end_date: '2026-11-26' })
  const isFirst = async () => (await shownFirst()).some(([id]) => id === 101)
  expect(await isFirst()).toBe(false)
  site.clock.set('2026-11-25T08:00:00Z')
  await site.sweep()
  expect(await isFirst()).toBe(true)
  site.clock.set('2026-11-27T08:00:00Z')
  await site.sweep()
  expect(await isFirst()).toBe(false)
  const later = await signedIn(site, { phone: '+989120000313', role: 'ADMIN', operatorRole: 'CONTENT' })
  expect((await later.calls.operator.featured.list({ q: '101' })).results).toMatchObject([{ id: 101, status: 'OVER' }])
})
