import { afterEach, expect, test } from 'vitest'
import { pageAddresses } from '#app/features/crawlers/addresses.server.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { admin, agency } = await fiveIdentities(site)
const { operator } = admin.calls
const visitor = site.as({ language: 'en' })
const KISH = 1061
const FACTS = { name_fa: 'کیش', name_en: 'Kish', name_ar: 'كيش', latitude: 26.5, longitude: 53.9, hidden: false }
const listed = async () => (await visitor.places.rentCities({})).results.map(({ name }) => name)
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object })?.fields

afterEach(() => expect(site.reported).toEqual([]))

const BATUMI = {
  ...{ name_fa: 'باتومی', name_en: 'Batumi', name_ar: 'باتومي', name_tr: 'Batum', name_de: 'Batumi' },
  ...{ latitude: '۴۱٫۶۴', longitude: 41.63, airport_latitude: 41.61, airport_longitude: 41.6 },
  ...{ slug: 'batumi', country: 'GE', zone: 'asia/tbilisi', hidden: false },
} as never

test('a new city is found by each of its names, and is in lists and sitemaps once it has a vehicle', async () => {
  const { id, ...city } = await operator.directory.addCity(BATUMI)
  expect(city).toMatchObject({ slug: 'batumi', zone: 'Asia/Tbilisi', latitude: 41.64, airport_longitude: 41.6, ads: 0 })
  // The counts of vehicles are cached for some seconds; here they are not cached yet.
  const place = { city: id, kind: 'OFFICE', name: { en: 'Port' }, address: { en: 'Port' } } as const
  await agency.calls.company.places.add(place)
  await db.updateTable('ad').set({ city_id: id }).where('id', '=', TOMAN.ad).execute()
  const suggested = async (search: string) => (await visitor.places.dynamicCities({ search })).results[0]
  expect(await suggested('باتومي')).toMatchObject({ id, country: { code: 'GE', name: 'Georgia' } })
  expect((await visitor.places.cities({})).results.map((one) => one.id)).toContain(id)
  expect(await listed()).toContain('Batumi')
  for (const city of ['Batum', 'باتومی', 'batumi', String(id)])
    expect((await visitor.ads.search({ query: {}, body: { city } })).results, city).toMatchObject([{ id: TOMAN.ad }])
  expect((await pageAddresses(visitor)).map(({ path }) => path)).toContain('/city/batumi')
  await operator.directory.changeCity({
    id,
    ...FACTS,
    name_fa: 'باتومی',
    name_en: 'Batumi',
    name_ar: 'باتومي',
    hidden: true,
  })
  expect((await pageAddresses(visitor)).map(({ path }) => path)).not.toContain('/city/batumi')
  expect(await suggested('Batumi')).toBeUndefined()
  await db.updateTable('ad').set({ city_id: KISH }).where('id', '=', TOMAN.ad).execute()
  for (const subject of ['city', 'country', 'province'])
    expect((await operator.audit.list({ subject })).results[0], subject).toMatchObject({ actor: expect.anything() })
})

test('a renamed city is found by both names and in its new place, and a hidden one is in no list', async () => {
  await operator.directory.changeCity({
    id: KISH,
    ...FACTS,
    name_en: 'Kish Island',
    name_tr: 'Kiş Adası',
    pinned_order: 3,
  })
  expect(await listed()).toEqual(['Kish Island'])
  for (const city of ['Kish', 'Kish Island'])
    expect((await visitor.places.cityGuide({ city })).city, city).toMatchObject({ id: KISH, pinned: true })
  expect((await operator.directory.cities()).results[0]).toMatchObject({
    id: KISH,
    pinned_order: 3,
    name_de: null,
    ads: 25,
  })
  await operator.directory.changeCity({ id: KISH, ...FACTS, hidden: true })
  expect(await listed()).toEqual([])
  expect((await refusal(visitor.places.cityGuide({ city: 'Kish' }))).code).toBe('NOT_FOUND')
  expect((await visitor.ads.read({ id: 101 })).id).toBe(101)
  await operator.directory.changeCity({ id: KISH, ...FACTS })
  expect(await listed()).toEqual(['Kish'])
  const log = await operator.audit.list({ subject: 'city', key: String(KISH) })
  expect(log.count).toBe(3)
})

test('a city has a unique name and valid coordinates', async () => {
  expect(await fieldsOf(operator.directory.changeCity({ id: KISH, ...FACTS, name_en: 'qeshm' }))).toEqual({
    name_en: ['city_taken'],
  })
  expect(await fieldsOf(operator.directory.changeCity({ id: KISH, ...FACTS, latitude: 91 }))).toEqual({
    latitude: ['location_degrees'],
  })
  expect(await fieldsOf(operator.directory.changeCity({ id: KISH, ...FACTS, pinned_order: 0 }))).toEqual({
    pinned_order: ['min'],
  })
  expect((await refusal(operator.directory.changeCity({ id: 9, ...FACTS }))).code).toBe('NOT_FOUND')
})

test.each([
  ['a slug that is taken', { slug: 'qeshm' }, { slug: ['city_taken'] }],
  ['a name that is taken', { name_tr: 'Kish' }, { name_tr: ['city_taken'] }],
  ['another’s id as its slug', { slug: '1061' }, { slug: ['slug'] }],
  ['a slug of other letters', { slug: 'باتومی' }, { slug: ['slug'] }],
  ['no clock', { zone: 'Asia/Atlantis' }, { zone: ['time_zone'] }],
  ['no country', { country: 'XX' }, { country: ['required'] }],
  ['a province of another country', { province: 1 }, { province: ['province'] }],
  ['half an airport', { airport_latitude: '' }, { airport_latitude: ['required'] }],
  ['a place beyond the pole', { longitude: '-181' }, { longitude: ['location_degrees'] }],
])('a city is not added with %s', async (_, change, fields) => {
  const other = { name_fa: 'پوتی', name_en: 'Poti', name_ar: 'بوتي', name_tr: '', name_de: '', slug: 'poti' }
  expect(await fieldsOf(operator.directory.addCity({ ...(BATUMI as object), ...other, ...change } as never))).toEqual(
    fields,
  )
})

const WORDS = { fa: 'پشتیبانی', en: 'Support', ar: 'الدعم', tr: 'Destek', de: 'Support' }
const CONTACT = { type: 'GENERAL', title: WORDS, description: WORDS, phone: '+۹۸ ۲۱ ۹۱۰۰', position: 2 } as const

test('a contact is added, changed and removed, and visitors see each step', async () => {
  const { id } = await operator.directory.addContact(CONTACT)
  const seen = async () => (await visitor.site.contactData()).results.filter((one) => one.id === id)
  expect(await seen()).toMatchObject([{ title: 'Support', phone: '+98 21 9100', order: 2 }])
  await operator.directory.changeContact({ id, ...CONTACT, phone: undefined, title: { ...WORDS, en: 'Help' } })
  expect(await seen()).toMatchObject([{ title: 'Help', phone: null }])
  expect(await fieldsOf(operator.directory.changeContact({ id, ...CONTACT, phone: 'javascript:x' }))).toEqual({
    phone: ['phone'],
  })
  await operator.directory.removeContact({ id })
  expect(await seen()).toEqual([])
  expect((await refusal(operator.directory.removeContact({ id }))).code).toBe('NOT_FOUND')
})

test('an app has an https address', async () => {
  const { id } = await operator.directory.addApp({ type: 'USER', link: 'https://store.example/app' })
  expect((await visitor.site.apps()).results.at(-1)).toMatchObject({
    link: 'https://store.example/app',
    url: null,
  })
  for (const url of ['javascript:alert(1)', 'http://x.example', 'store'])
    expect(await fieldsOf(operator.directory.changeApp({ id, type: 'USER', url })), url).toEqual({
      url: ['web_address'],
    })
  await operator.directory.changeApp({ id, type: 'USER', url: 'https://x.example/', link: '' })
  expect((await operator.directory.apps()).results.find((one) => one.id === id)).toMatchObject({ link: null })
  await operator.directory.removeApp({ id })
  expect((await operator.directory.apps()).results.find((one) => one.id === id)).toBeUndefined()
})

test('apps for companies are listed only to their staff and to operators', async () => {
  const { id } = await operator.directory.addApp({ type: 'AGENT', link: 'https://store.example/agent' })
  const customer = await signedIn(site, { phone: '+989121230001' })
  const driver = await signedIn(site, { phone: '+989121230002', role: 'AGENT', company: 1, staffRole: 'DRIVER' })
  const editor = await signedIn(site, { phone: '+989121230003', role: 'ADMIN', operatorRole: 'CONTENT' })
  const lists = await Promise.all(
    [visitor, customer.calls, driver.calls, editor.calls].map(async (calls) => {
      const { results } = await calls.site.apps()
      return results.some(({ type }) => type === 'AGENT')
    }),
  )
  expect(lists).toEqual([false, false, true, true])
  await operator.directory.removeApp({ id })
})

test('an unpaginated list has at most fifty entries, also when two are added at once', async () => {
  const { results } = await operator.directory.contacts()
  const more = Array.from({ length: 49 - results.length }, () => operator.directory.addContact(CONTACT))
  await Promise.all(more)
  const last = await Promise.allSettled([
    operator.directory.addContact(CONTACT),
    operator.directory.addContact(CONTACT),
  ])
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await fieldsOf(operator.directory.addContact(CONTACT))).toEqual({ '': ['too_many_answers'] })
  expect((await operator.directory.contacts()).results).toHaveLength(50)
  const apps = (await operator.directory.apps()).results
  const app = { type: 'USER', link: 'https://store.example/app' } as const
  await Promise.all(Array.from({ length: 50 - apps.length }, () => operator.directory.addApp(app)))
  expect(await fieldsOf(operator.directory.addApp(app))).toEqual({ '': ['too_many_answers'] })
})
