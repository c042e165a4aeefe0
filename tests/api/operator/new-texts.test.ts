import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { answerPicture } from '#app/api/company/fleet/pictures.ts'
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

test('a post gets a picture with words in its languages, in every size; a new one takes its place', async () => {
  const drawn = async (background: string) => {
    const bytes = await sharp({ create: { width: 1500, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer()
    return new File([new Uint8Array(bytes)], 'road.jpg', { type: 'image/jpeg' })
  }
  const { slug } = { ...POST, slug: 'winter-roads' }
  await texts.create({ ...POST, slug })
  await texts.create({ ...PAGE, slug: 'no-post' })
  const image = await drawn('#357')
  for (const { calls } of [owner, agency, money])
    expect((await refusal(calls.operator.texts.setCover({ slug, image, alt_en: 'A road' }))).code).toBe('NOT_FOUND')
  expect(await fieldsOf(texts.setCover({ slug }))).toEqual({ image: ['required'], alt_en: ['required'] })
  const script = new File(['<svg onload="x()"/>'], 'x.jpg', { type: 'image/jpeg' })
  expect(await fieldsOf(texts.setCover({ slug, image: script, alt_en: 'A road' }))).toEqual({ image: ['image_type'] })
  expect(await statusOf(texts.setCover({ slug: 'no-post', image, alt_en: 'A road' }))).toBe(404)

  const made = await texts.setCover({ slug, image, alt_en: 'A road', alt_fa: 'جاده' })
  const key = made.picture ?? ''
  expect(made).toEqual({
    slug,
    picture: expect.stringMatching(/^cover-\d+-[0-9a-f]{8}$/),
    alt: { en: 'A road', fa: 'جاده' },
    is_of_file: false,
  })
  for (const [name, type, width] of [
    ['card.webp', 'image/webp', 480],
    ['page.webp', 'image/webp', 640],
    ['wide.webp', 'image/webp', 1280],
    ['share.jpg', 'image/jpeg', 1200],
  ] as const) {
    const answer = await answerPicture(site.deps.files, `/pictures/${key}-${name}`)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width })
  }
  await texts.publish({ kind: 'post', slug, published: '2026-11-25' })
  expect(await content.post({ slug })).toMatchObject({ picture: key, picture_alt: 'A road' })
  expect(await site.as({ language: 'fa' }).content.post({ slug })).toMatchObject({ picture_alt: 'جاده' })
  const { results } = await content.posts({})
  expect(results.find((one) => one.slug === slug)).toMatchObject({ picture: key, picture_alt: 'A road' })

  // Other words keep the picture, another one takes its files away.
  expect((await texts.setCover({ slug, alt_en: 'The coast road' })).picture).toBe(key)
  const other = await texts.setCover({ slug, image: await drawn('#735'), alt_en: 'The coast road' })
  expect(other.picture).not.toBe(key)
  expect((await answerPicture(site.deps.files, `/pictures/${key}-page.webp`)).status).toBe(404)
  await texts.removeCover({ slug })
  await texts.removeCover({ slug })
  expect(await texts.cover({ slug })).toEqual({ slug, picture: null, alt: {}, is_of_file: false })
  expect((await answerPicture(site.deps.files, `/pictures/${other.picture}-page.webp`)).status).toBe(404)
})
