import { afterEach, expect, test } from 'vitest'
import { noticeTexts } from '#app/api/notifications/texts.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const operator = admin.calls.operator
const at = { key: 'confirmed.title', language: 'en' } as const
const sent = async () => {
  const text = await noticeTexts(site.deps, db, { language: 'en', keys: [at.key] })
  return text(at.key, { number: 'SV-1' })
}
const errorsOf = async (text: string, key: string = at.key) => {
  const { data } = await refusal(operator.settings.changeTemplate({ ...at, key, text }))
  return (data as { fields: { text: string[] } }).fields.text
}

afterEach(() => expect(site.reported).toEqual([]))

test('an edited text is sent, keeps its versions, and can be replaced by the shipped one again', async () => {
  const shipped = await sent()
  await operator.settings.changeTemplate({ ...at, text: 'Hooray, {number}!' })
  expect(await sent()).toBe('Hooray, SV-1!')
  // Saving an unchanged text makes no version.
  const changed = await operator.settings.changeTemplate({ ...at, text: 'Hooray, {number}!' })
  expect(changed).toMatchObject({ is_edited: true, placeholders: ['number'], preview: 'Hooray, SV-48213!' })
  expect(changed.versions).toHaveLength(1)
  expect((await operator.settings.templates({ language: 'de' })).results.some(({ is_edited }) => is_edited)).toBe(false)
  const back = await operator.settings.changeTemplate({ ...at, text: null })
  expect(back.versions.map(({ text }) => text)).toEqual([null, 'Hooray, {number}!'])
  expect(await sent()).toBe(shipped)
  expect((await operator.audit.list({ subject: 'notice_text_version' })).count).toBe(2)
})

test('an invalid message, an unknown placeholder and a missing code change nothing', async () => {
  expect(await errorsOf('Hello {number')).toEqual(['icu_syntax'])
  expect(await errorsOf('Hello {name}')).toEqual(['icu_unknown'])
  expect(await errorsOf('{number, plural, one {x}}')).toEqual(['icu_syntax'])
  expect(await errorsOf('Welcome to {brand}', 'code.signIn')).toEqual(['icu_needed'])
  expect(await errorsOf('   ')).toEqual(['required'])
  expect(await errorsOf('x'.repeat(1001))).toEqual(['max_length'])
  expect((await operator.settings.template(at)).is_edited).toBe(false)
  for (const key of ['action.pay', 'nothing.here', 'fact.pickUp'])
    expect((await refusal(operator.settings.template({ ...at, key }))).code).toBe('NOT_FOUND')
})

test('every shipped text has a preview in every language', async () => {
  for (const language of LANGUAGES) {
    const { results } = await operator.settings.templates({ language })
    expect(results.length).toBeGreaterThan(60)
    for (const { key, text } of results)
      expect((await operator.settings.previewTemplate({ key, language, text })).preview, key).not.toBe('')
  }
})

test('two operators who save at once leave one text and both versions', async () => {
  const other = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
  const key = 'reserved.title'
  await Promise.all([
    operator.settings.changeTemplate({ ...at, key, text: 'One {number}' }),
    other.calls.operator.settings.changeTemplate({ ...at, key, text: 'Two {number}' }),
  ])
  const { versions, text } = await operator.settings.template({ ...at, key })
  expect(versions.map(({ text }) => text).toSorted()).toEqual(['One {number}', 'Two {number}'])
  expect(text).toBe(versions[0]?.text)
})
