import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announceChangedPages } from '#app/api/work/changed-pages.ts'
import { testApi } from '../support/api/api.ts'
import { loadTexts } from '../support/api/content.ts'
import { loadFleet } from '../support/api/fleet.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await loadTexts(db)
const notified: string[][] = []
const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000)
const deps = (count: number) => ({
  ...site.deps,
  now: hours(count),
  notifySearchEngines: async (addresses: readonly string[]) => void notified.push([...addresses]),
})

test('search engines hear once an hour of what has changed, in every language', async () => {
  await announceChangedPages(deps(-2))
  expect(notified).toEqual([])
  await announceChangedPages(deps(-1.5))
  expect(notified).toEqual([])
  await db.updateTable('ad').set({ about: sql`about` }).where('id', '=', 101).execute()
  await announceChangedPages(deps(0))
  expect(notified[0]).toContain(`${site.deps.settings.origin}/book/car/101`)
  expect(notified[0]).toContain(`${site.deps.settings.origin}/de/book/car/101`)
  await announceChangedPages(deps(0.5))
  await announceChangedPages(deps(2))
  expect(notified).toHaveLength(1)
})

test('nobody hears of anything where no key is configured', async () => {
  await expect(
    announceChangedPages({ ...site.deps, now: hours(9), notifySearchEngines: undefined }),
  ).resolves.toBeUndefined()
})
