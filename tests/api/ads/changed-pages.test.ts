import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { announceChangedPages } from '#app/api/work/changed-pages.ts'
import { testApi } from '../../support/api/api.ts'
import { loadTexts } from '../../support/api/content.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
await loadTexts(db)
const notified: string[] = []
const { origin } = site.deps.settings
const run = async () => {
  notified.length = 0
  await announceChangedPages({
    ...site.deps,
    notifySearchEngines: async (addresses) => void notified.push(...addresses),
  })
  return [...notified]
}
/** Backdates all changes by this many hours. */
const hoursLater = async (hours: number) => {
  const ago = sql`${hours} * interval '1 hour'`
  for (const table of ['ad', 'company', 'page_text', 'post_text', 'help_text', 'city_text'])
    await sql`update ${sql.table(table)} set updated_at = updated_at - ${ago}`.execute(db)
  await sql`update note set value = (value::timestamptz - ${ago})::text`.execute(db)
}
const nothingNew = async () => {
  await db.updateTable('page').set({ withdrawn: false }).execute()
  await db.updateTable('post').set({ published: '2026-01-01', updated: '2026-01-01' }).execute()
  await run()
  await hoursLater(2)
  await run()
}

test('search engines are notified once an hour of what has changed, in every language', async () => {
  await nothingNew()
  await db.updateTable('ad').set({ about: sql`about` }).where('id', '=', 101).execute()
  await hoursLater(0.9)
  expect(await run()).toEqual([])
  await hoursLater(0.2)
  const paths = ['', '/en', '/ar', '/tr', '/de'].map((language) => `${origin}${language}/book/car/101`)
  expect((await run()).sort()).toEqual(paths.sort())
  await hoursLater(0.5)
  expect(await run()).toEqual([])
  await hoursLater(0.5)
  expect(await run()).toEqual([])
})

test.each([
  { table: 'page_text', path: '/pages/terms' },
  { table: 'post_text', path: '/blog/terms' },
  { table: 'help_text', path: '/pages/help/terms' },
  { table: 'city_text', path: '/city/terms' },
] as const)('a text of $table that changes twice on a day is announced twice', async ({ table, path }) => {
  await nothingNew()
  for (const title of ['In the morning', 'In the evening']) {
    await db.updateTable(table).set({ title }).execute()
    await hoursLater(1)
    expect(await run()).toContain(`${origin}/en${path}`)
    await hoursLater(1)
    expect(await run()).toEqual([])
  }
})

test('a withdrawn text is not announced, a text is on its publication date', async () => {
  await nothingNew()
  await db.updateTable('page').set({ withdrawn: true }).execute()
  await db.updateTable('page_text').set({ title: 'Gone' }).execute()
  await hoursLater(1)
  expect(await run()).toEqual([])
  const day = sql<string>`current_date + 2`
  await db.updateTable('post').set({ published: day, updated: day }).execute()
  await hoursLater(72)
  expect(await run()).toEqual([])
  await hoursLater(72)
  site.clock.set(new Date(Date.now() + 3 * 86_400_000).toISOString())
  expect(await run()).toContain(`${origin}/blog/terms`)
})

test('without a key nothing is announced', async () => {
  await hoursLater(9)
  await expect(announceChangedPages({ ...site.deps, notifySearchEngines: undefined })).resolves.toBeUndefined()
})
