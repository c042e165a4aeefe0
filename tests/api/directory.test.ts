import { afterEach, expect, test } from 'vitest'
import { testApi } from '../support/api/api.ts'
import { loadFleet } from '../support/api/fleet.ts'
import { fiveIdentities } from '../support/api/identities.ts'
import { refusal } from '../support/api/refusal.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { admin } = await fiveIdentities(site)
const { operator } = admin.calls
const visitor = site.as({ language: 'en' })
const KISH = 1061
const FACTS = { name_fa: 'کیش', name_en: 'Kish', name_ar: 'كيش', latitude: 26.5, longitude: 53.9, hidden: false }
const listed = async () => (await visitor.places.rentCities({})).results.map(({ name }) => name)
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: object })?.fields

afterEach(() => expect(site.reported).toEqual([]))

test('a city that is renamed is found by both names, comes in its order, and leaves all lists where it is hidden', async () => {
  await operator.changeCity({ id: KISH, ...FACTS, name_en: 'Kish Island', name_tr: 'Kiş Adası', pinned_order: 3 })
  expect(await listed()).toEqual(['Kish Island'])
  for (const city of ['Kish', 'Kish Island'])
    expect((await visitor.places.cityGuide({ city })).city, city).toMatchObject({ id: KISH, pinned: true })
  expect((await operator.cities()).results[0]).toMatchObject({ id: KISH, pinned_order: 3, name_de: null, ads: 25 })
  await operator.changeCity({ id: KISH, ...FACTS, hidden: true })
  expect(await listed()).toEqual([])
  expect((await refusal(visitor.places.cityGuide({ city: 'Kish' }))).code).toBe('NOT_FOUND')
  expect((await visitor.ads.read({ id: 101 })).id).toBe(101)
  await operator.changeCity({ id: KISH, ...FACTS })
  expect(await listed()).toEqual(['Kish'])
  const log = await operator.auditLog({ subject: 'city', key: String(KISH) })
  expect(log.count).toBe(3)
})

test('a city has a name of its own and lies on this planet', async () => {
  expect(await fieldsOf(operator.changeCity({ id: KISH, ...FACTS, name_en: 'qeshm' }))).toEqual({
    name_en: ['city_taken'],
  })
  expect(await fieldsOf(operator.changeCity({ id: KISH, ...FACTS, latitude: 91 }))).toEqual({ latitude: ['max'] })
  expect(await fieldsOf(operator.changeCity({ id: KISH, ...FACTS, pinned_order: 0 }))).toEqual({
    pinned_order: ['min'],
  })
  expect((await refusal(operator.changeCity({ id: 9, ...FACTS }))).code).toBe('NOT_FOUND')
})

const WORDS = { fa: 'پشتیبانی', en: 'Support', ar: 'الدعم', tr: 'Destek', de: 'Support' }
const CONTACT = { type: 'GENERAL', title: WORDS, description: WORDS, phone: '+۹۸ ۲۱ ۹۱۰۰', position: 2 } as const

test('a contact is added, changed and removed, and everybody sees it so', async () => {
  const { id } = await operator.addContact(CONTACT)
  const seen = async () => (await visitor.site.contactData()).results.filter((one) => one.id === id)
  expect(await seen()).toMatchObject([{ title: 'Support', phone: '+98 21 9100', order: 2 }])
  await operator.changeContact({ id, ...CONTACT, phone: undefined, title: { ...WORDS, en: 'Help' } })
  expect(await seen()).toMatchObject([{ title: 'Help', phone: null }])
  expect(await fieldsOf(operator.changeContact({ id, ...CONTACT, phone: 'javascript:x' }))).toEqual({
    phone: ['phone'],
  })
  await operator.removeContact({ id })
  expect(await seen()).toEqual([])
  expect((await refusal(operator.removeContact({ id }))).code).toBe('NOT_FOUND')
})

test('an app leads to https alone', async () => {
  const { id } = await operator.addApplication({ type: 'USER', link: 'https://store.example/app' })
  expect((await visitor.site.applications()).results.at(-1)).toMatchObject({
    link: 'https://store.example/app',
    url: null,
  })
  for (const url of ['javascript:alert(1)', 'http://x.example', 'store'])
    expect(await fieldsOf(operator.changeApplication({ id, type: 'USER', url })), url).toEqual({ url: ['web_address'] })
  await operator.changeApplication({ id, type: 'USER', url: 'https://x.example/', link: '' })
  expect((await operator.applications()).results.find((one) => one.id === id)).toMatchObject({ link: null })
  await operator.removeApplication({ id })
  expect((await operator.applications()).results.find((one) => one.id === id)).toBeUndefined()
})
