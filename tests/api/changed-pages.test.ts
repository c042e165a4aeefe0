import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tellChangedPages } from '#app/api/work/changed-pages.ts'
import { testApi } from '../support/api/api.ts'
import { loadTexts } from '../support/api/content.ts'
import { loadFleet } from '../support/api/fleet.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await loadTexts(db)
const told: string[][] = []
const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000)
const deps = (count: number) => ({
  ...site.deps,
  now: hours(count),
  tellSearchEngines: async (addresses: readonly string[]) => void told.push([...addresses]),
})

test('search engines hear once an hour of what has changed, in every language', async () => {
  await tellChangedPages(deps(-2))
  expect(told).toEqual([])
  await tellChangedPages(deps(-1.5))
  expect(told).toEqual([])
  await db.updateTable('ad').set({ about: sql`about` }).where('id', '=', 101).execute()
  await tellChangedPages(deps(0))
  expect(told[0]).toContain(`${site.deps.settings.origin}/book/car/101`)
  expect(told[0]).toContain(`${site.deps.settings.origin}/de/book/car/101`)
  await tellChangedPages(deps(0.5))
  await tellChangedPages(deps(2))
  expect(told).toHaveLength(1)
})

test('nobody hears of anything where no key is configured', async () => {
  await expect(tellChangedPages({ ...site.deps, now: hours(9), tellSearchEngines: undefined })).resolves.toBeUndefined()
})
