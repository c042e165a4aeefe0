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
const NAME = { fa: 'سینا', en: 'Sina', ar: 'سينا', tr: 'Sina', de: 'Sina' }
await db
  .insertInto('post_author')
  .values({ key: 'sina', name: JSON.stringify(NAME) })
  .execute()
const { owner, agency } = await fiveIdentities(site)
const money = await signedIn(site, { phone: '+989120000322', role: 'ADMIN', operatorRole: 'MONEY' })
/** Sign-ins end when the clock moves by days. */
const writer = async (phone: string) =>
  (await signedIn(site, { phone, role: 'ADMIN', operatorRole: 'CONTENT' })).calls.operator
let { texts } = await writer('+989120000321')
const { content } = site.as({ language: 'en' })
afterEach(() => expect(site.reported).toEqual([]))

const POST = {
  ...({ kind: 'post', slug: 'autumn-in-kish', language: 'en', title: 'Autumn in Kish' } as const),
  description: 'What to see on the island when the heat is gone, and which car is enough for it.',
  body: '## By car\n\nRound the island in **an hour**.',
}
const PAGE = { ...POST, kind: 'page', slug: 'imprint', title: 'Imprint' } as const
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields: Record<string, string[]> }).fields
const indexed = async () => (await content.index()).results.map(({ slug }) => slug)
const statusOf = async (call: Promise<unknown>) => (await refusal(call)).status

test('only operators of content write new texts', async () => {
  for (const { calls } of [owner, agency, money])
    expect((await refusal(calls.operator.texts.create(POST))).code).toBe('NOT_FOUND')
})

test('a new post is a draft that nobody finds, can be changed, and is published on its day', async () => {
  expect(await texts.create(POST)).toMatchObject({ slug: POST.slug, path: null, updated: null })
  expect(await statusOf(content.post({ slug: POST.slug }))).toBe(404)
  const { version } = await texts.read(POST)
  await texts.change({ ...POST, body: `${POST.body}\n\nTwice.`, version })
  await texts.create({ ...PAGE })
  expect(await statusOf(content.page({ slug: PAGE.slug }))).toBe(404)
  expect(await indexed()).not.toContain(POST.slug)

  await texts.publish({ kind: 'post', slug: POST.slug, published: '2026-11-25', cities: ['kish'] })
  expect(await statusOf(content.post({ slug: POST.slug }))).toBe(404)
  site.clock.set('2026-11-25T06:00:00Z')
  texts = (await writer('+989120000323')).texts
  expect((await content.post({ slug: POST.slug })).html).toContain('<strong>an hour</strong>')
  expect((await content.posts({ city: 'kish' })).results.map(({ slug }) => slug)).toContain(POST.slug)
  await texts.publish({ kind: 'page', slug: PAGE.slug, published: '2026-11-25' })
  expect((await content.page({ slug: PAGE.slug })).title).toBe('Imprint')
  expect(await indexed()).toEqual(expect.arrayContaining([POST.slug, PAGE.slug]))

  await texts.publish({ kind: 'post', slug: POST.slug, published: null })
  expect(await statusOf(content.post({ slug: POST.slug }))).toBe(404)
})

test('a slug that is taken, reserved or no slug, HTML and scripts are refused at their fields', async () => {
  expect(await fieldsOf(texts.create(POST))).toEqual({ slug: ['slug_taken'] })
  expect(await fieldsOf(texts.create({ ...PAGE, slug: 'help' }))).toEqual({ slug: ['slug_taken'] })
  for (const slug of ['../terms', 'a b', '-a', '12', 'x'.repeat(81)])
    expect(Object.keys(await fieldsOf(texts.create({ ...POST, slug })))).toEqual(['slug'])
  expect(await fieldsOf(texts.create({ ...POST, slug: 'evil', body: '<script>alert(1)</script>' }))).toHaveProperty(
    'body',
  )
  expect(await fieldsOf(texts.create({ ...POST, slug: 'long', body: 'x'.repeat(100_000) }))).toEqual({
    body: ['max_length'],
  })
  expect(await statusOf(texts.read({ ...POST, slug: 'evil' }))).toBe(404)
  expect(await fieldsOf(texts.publish({ kind: 'post', slug: POST.slug, tags: ['nothing'] }))).toEqual({
    tags: ['invalid'],
  })
  expect(await statusOf(texts.publish({ kind: 'page', slug: 'nothing' }))).toBe(404)
})
