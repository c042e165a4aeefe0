import { beforeEach, describe, expect, test } from 'vitest'
import { catalogueOf } from '#app/db/catalogue.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await db.updateTable('city').set({ zone: 'Europe/Berlin' }).execute()
await db.updateTable('company').set({ turnaround_minutes: 0 }).execute()
const { ads } = site.as()

const CHANGES = [
  { eve: '2027-03-27', day: '2027-03-28', after: '2027-03-29', ten: '08:00:00Z', noon: '10:00:00Z' },
  { eve: '2027-10-30', day: '2027-10-31', after: '2027-11-01', ten: '09:00:00Z', noon: '11:00:00Z' },
]

beforeEach(() => db.deleteFrom('busy').execute())

describe.each(CHANGES)('on $day, when clocks change', ({ eve, day, after, ten, noon }) => {
  const isFound = async (start_date: string, start_time: string, end_date: string, end_time: string) => {
    site.clock.set(`${eve}T07:00:00Z`)
    const body = { city: 1061, start_date, start_time, end_date, end_time }
    const { results } = await ads.search({ query: { size: 100 }, body })
    return results.some(({ id }) => id === TOMAN.ad)
  }
  const takeTenToNoon = () =>
    db
      .insertInto('busy')
      .values({ ad_id: TOMAN.ad, kind: 'BLOCK', status: 2, start_at: `${day}T${ten}`, end_at: `${day}T${noon}` })
      .execute()

  test('a search uses local clock time', async () => {
    await takeTenToNoon()
    expect(await isFound(eve, '10:00', day, '10:00')).toBe(true)
    expect(await isFound(eve, '10:00', day, '10:30')).toBe(false)
    expect(await isFound(day, '12:00', after, '12:00')).toBe(true)
    expect(await isFound(day, '11:30', after, '12:00')).toBe(false)
  })

  test('free ranges end at midnight, in local clock time', async () => {
    site.clock.set(`${eve}T00:00:00Z`)
    const rangesOf = async (from: string, days: number) =>
      (await ads.availableRanges({ id: TOMAN.ad, from, days })).results
    expect(await rangesOf(day, 1)).toEqual([{ start: `${day}T00:00`, end: `${after}T00:00` }])
    await takeTenToNoon()
    expect(await rangesOf(day, 1)).toEqual([
      { start: `${day}T00:00`, end: `${day}T10:00` },
      { start: `${day}T12:00`, end: `${after}T00:00` },
    ])
    expect((await rangesOf(eve, 2)).at(-1)?.end).toBe(`${after}T00:00`)
  })
})

test('a search of all cities leaves out those where the pick-up is past', async () => {
  const day = '2027-05-04'
  const found = async () => {
    const body = { start_date: day, start_time: '10:00', end_date: '2027-05-06', end_time: '10:00' }
    const { results } = await ads.search({ query: { size: 100 }, body })
    return results.map(({ id }) => id)
  }
  await db.updateTable('city').set({ zone: 'Asia/Dubai' }).where('id', '=', 1062).execute()
  await catalogueOf.again(db)
  await db.updateTable('ad').set({ city_id: 1062 }).where('id', '=', TOMAN.ad).execute()
  site.clock.set(`${day}T05:59:00Z`)
  const before = await found()
  site.clock.set(`${day}T06:01:00Z`)
  expect(before).toContain(TOMAN.ad)
  expect(await found()).toEqual(before.filter((id) => id !== TOMAN.ad))
})
