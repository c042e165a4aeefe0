import { expect, test } from 'vitest'
import { startSearchIndex } from '#app/db/search-index/search-index.ts'
import { DAY_MS, HOUR_MS } from '#app/rules/time/durations.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db, url } = await testDatabase()

test('processes read everything again within hours of each other, not all in the second in which it is too old', async () => {
  let now = new Date('2026-11-23T05:30:00Z')
  const lots = [0, 0.5, 0.99]
  const start = (lot: number) => startSearchIndex({ db, url, now: () => now, log: () => {}, random: () => lot })
  const indexes = await Promise.all(lots.map(start))
  const readAgain = async (hours: number) => {
    // Calendars begin two days before, and are read again after thirty.
    now = new Date(Date.parse('2026-11-23T00:00:00Z') + 28 * DAY_MS + hours * HOUR_MS)
    await Promise.all(indexes.map((index) => index.caughtUp()))
    return indexes.map((index) => index.counts().builds - 1)
  }
  try {
    await Promise.all(indexes.map((index) => index.caughtUp()))
    expect(await readAgain(-7)).toEqual([0, 0, 0])
    expect(await readAgain(-4)).toEqual([0, 0, 1])
    expect(await readAgain(-1)).toEqual([0, 1, 1])
    expect(await readAgain(1)).toEqual([1, 1, 1])
  } finally {
    await Promise.all(indexes.map((index) => index.stop()))
  }
})
