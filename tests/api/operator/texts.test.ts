import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importContent } from '#app/api/content/import/import-content.ts'
import { LONGEST_TEXT } from '#app/rules/text/content.ts'
import { testApi } from '../../support/api/api.ts'
import { loadFleet } from '../../support/api/fleet.ts'
import { fiveIdentities } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { admin } = await fiveIdentities(site)
const { operator } = admin.calls
const { content } = site.as({ language: 'en' })
const folder = mkdtempSync(join(tmpdir(), 'savari-texts-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => expect(site.reported).toEqual([]))

const DESCRIPTION = 'What is blocked on a card as a deposit, when it comes back, and what to do where it does not.'
const text = (title: string, body: string) => `---\ntitle: ${title}\ndescription: ${DESCRIPTION}\n---\n\n${body}\n`
function write(files: Record<string, string>) {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
}
const bring = async (overwrites = false) =>
  (await importContent({ db, folder, name: 'content', now: site.clock.now(), overwrites })).counts

beforeAll(async () => {
  write({
    'authors.yaml': 'sina: { fa: سینا, en: Sina, ar: سينا, tr: Sina, de: Sina }\n',
    'tags.yaml': '{}\n',
    'pages/terms/about.yaml': 'updated: 2026-11-01\n',
    'pages/terms/en.md': text('Terms', '## What holds\n\nThis.'),
    'help/deposit/about.yaml': 'topic: money\norder: 10\n',
    'help/deposit/en.md': text('Deposit', 'It comes back.'),
    'posts/kish/about.yaml': 'published: 2026-10-04\nauthor: sina\n',
    'posts/kish/en.md': text('Kish', 'By car.'),
    'cities/kish/en.md': text('Driving', '## Roads\n\nFlat.\n\n## Questions\n\n### Where?\n\nThere.'),
  })
  expect(await bring()).toMatchObject({ kept: [] })
})

const TERMS = { kind: 'page', slug: 'terms', language: 'en' } as const
const change = async (of: Parameters<typeof operator.texts.read>[0], body: string, more = {}) => {
  const { version, title, description } = await operator.texts.read(of)
  return operator.texts.change({ ...of, title, description, body, version, ...more })
}
const fieldsOf = async (call: Promise<unknown>) =>
  ((await refusal(call)).data as { fields: Record<string, string[]> }).fields

test('an operator’s text is shown at once, and imports do not change it until the file’s own text is restored', async () => {
  const file = await operator.texts.read(TERMS)
  expect(file).toMatchObject({ title: 'Terms', body: '## What holds\n\nThis.', is_edited: false, path: '/pages/terms' })
  // With CRLF, as browsers send line breaks.
  await change(TERMS, '## What holds\r\n\r\nThat, for {hold} minutes.\r\n')
  const shown = await content.page({ slug: 'terms' })
  expect(shown.html).toContain('That, for 20 minutes.')
  expect(shown).toMatchObject({ updated: '2026-11-23', sections: [{ title: 'What holds' }] })
  expect((await content.index({})).results.find(({ kind }) => kind === 'PAGE')?.updated).toBe('2026-11-23')

  // When the file changes, too, its text becomes a version, and the operator's text stays.
  write({ 'pages/terms/en.md': text('Terms', '## What holds\n\nThe new file.') })
  expect(await bring()).toMatchObject({ changed: 0, kept: ['page/terms/en'] })
  expect((await content.page({ slug: 'terms' })).html).toContain('That')
  const { versions, version } = await operator.texts.read(TERMS)
  expect(versions.map(({ by, body }) => [by === null, body.slice(-9)])).toEqual([
    [true, 'new file.'],
    [false, ' minutes.'],
    [true, 'ds\n\nThis.'],
  ])
  expect(version).toBe(versions[1]?.id)
  expect((await content.page({ slug: 'terms' })).updated).toBe('2026-11-23')

  await change(TERMS, '## What holds\n\nThe new file.')
  expect(await operator.texts.read(TERMS)).toMatchObject({ is_edited: false, version: versions[0]?.id })
  expect(await bring()).toMatchObject({ kept: [] })
  const log = await operator.audit.list({ subject: 'edited_text', key: 'page/terms/en' })
  expect(log.results.map(({ action }) => action)).toEqual(['DELETE', 'INSERT'])
})

test('an import overwrites only on request', async () => {
  await change(TERMS, 'Mine.')
  expect(await bring()).toMatchObject({ kept: ['page/terms/en'] })
  expect(await bring(true)).toMatchObject({ kept: [], changed: 2 })
  expect((await content.page({ slug: 'terms' })).html).toContain('The new file.')
})

test('help entries, posts and city texts can be edited, and translated into another language', async () => {
  await change({ kind: 'help', slug: 'deposit', language: 'en' }, 'Within {free} hours.')
  expect(await content.helpEntry({ slug: 'deposit' })).toMatchObject({ html: expect.stringContaining('Within ') })
  await change({ kind: 'post', slug: 'kish', language: 'en' }, 'By bicycle.')
  expect((await content.post({ slug: 'kish' })).html).toContain('bicycle')
  await change({ kind: 'city', slug: 'kish', language: 'en' }, '## Questions\n\n### When?\n\nIn spring.')
  expect((await content.city({ slug: 'kish' })).questions).toEqual([
    { question: 'When?', answerHtml: '<p>In spring.</p>' },
  ])
  const german = { ...TERMS, language: 'de' } as const
  expect(await operator.texts.read(german)).toMatchObject({ body: '', version: null, versions: [] })
  const words = { title: 'Bedingungen', description: DESCRIPTION, body: 'Siehe [Kisch](/city/kish).' }
  await operator.texts.change({ ...german, ...words, version: null })
  expect((await site.as({ language: 'de' }).content.page({ slug: 'terms' })).html).toContain('href="/de/city/')
  const { results } = await operator.texts.list({ kind: 'page' })
  expect(results).toEqual([
    expect.objectContaining({
      slug: 'terms',
      languages: expect.arrayContaining([{ language: 'de', is_edited: true }]),
    }),
  ])
  expect((await operator.texts.list({})).count).toBe(4)
})

test('when two people change the same version, the second one gets an error and loses nothing', async () => {
  const { version, title, description } = await operator.texts.read(TERMS)
  const first = { ...TERMS, title, description, body: 'First.', version }
  await operator.texts.change(first)
  expect((await refusal(operator.texts.change({ ...first, body: 'Second.' }))).code).toBe('CHANGED_MEANWHILE')
  expect((await content.page({ slug: 'terms' })).html).toContain('First.')
})

describe('invalid texts', () => {
  test.each([
    ['<script>alert(1)</script>', 'text_html'],
    ['![x](https://evil.example/t.png)', 'text_picture'],
    ['# Title', 'text_heading'],
    ['## A {#a}\n\n## B {#a}', 'text_twice'],
    ['{secret}', 'text_placeholder'],
    ['[x](javascript:alert(1))', 'text_link'],
    ['[x](/en/pages/terms)', 'text_link'],
    ['> '.repeat(4000), 'text_depth'],
    ['1. '.repeat(4000), 'text_depth'],
    ['> + '.repeat(2000), 'text_depth'],
    ['x'.repeat(LONGEST_TEXT.body + 1), 'max_length'],
    ['\u0000', 'characters'],
    ['   ', 'required'],
  ])('%j is refused beside its field', async (body, key) => {
    expect((await fieldsOf(change(TERMS, body)))?.body).toEqual([key])
    const words = { title: 'Terms', description: DESCRIPTION, body }
    expect((await fieldsOf(operator.texts.preview({ ...TERMS, ...words })))?.body).toEqual([key])
  })

  test('an unknown placeholder in the title is refused', async () => {
    expect(await fieldsOf(change(TERMS, 'x', { title: 'Terms of {nobody}' }))).toEqual({ title: ['text_placeholder'] })
  })

  test('an unknown slug is not found', async () => {
    expect((await refusal(operator.texts.read({ ...TERMS, slug: 'nothing' }))).code).toBe('NOT_FOUND')
    const words = { title: 'x', description: 'x', body: 'x', version: null }
    expect((await refusal(operator.texts.change({ ...TERMS, slug: 'nothing', ...words }))).code).toBe('NOT_FOUND')
  })
})

test('a preview is sanitised, changes nothing, and lists addresses that lead nowhere', async () => {
  const before = await operator.texts.read(TERMS)
  const body = '**{brand}** [a](/pages/nothing) [b](/pages/terms)'
  const preview = await operator.texts.preview({ ...TERMS, title: '{brand}', description: 'x', body })
  expect(preview.html).toMatch(/<strong>\w+<\/strong>/)
  expect(preview.leads_nowhere).toEqual(['/pages/nothing'])
  expect(await operator.texts.read(TERMS)).toEqual(before)
})
