import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { dictionaryUse, readDictionaries } from '#app/web/edge/response/dictionary.ts'
import { createDictionaryChoice } from '#app/web/edge/response/dictionary-choice.ts'
import { compress } from '#app/web/edge/response/encoding.ts'
import { createPageCache } from '#app/web/edge/response/page-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'savari-dictionaries-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
// Words without an order, so that nothing of them compresses well without the dictionary.
const shared = Array.from({ length: 2_000 }, (_, index) => createHash('md5').update(`${index}`).digest('hex')).join(' ')
writeFileSync(join(folder, 'assets', 'shared-en-Ab12Cd34.dict'), shared)
writeFileSync(join(folder, 'assets', 'shared-xx-Ab12Cd34.dict'), shared)
writeFileSync(join(folder, 'assets', 'app-Ab12Cd34.js'), 'let app')

const [english] = readDictionaries(folder)
if (!english) throw new Error('There is no dictionary.')
const difference = { dictionary: english, otherwise: 'br' } as const
const NAME = `:${createHash('sha256').update(shared).digest('base64')}:`
const ACCEPTED = 'gzip, deflate, br, zstd, dcb, dcz'
const PUBLIC = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=10', vary: 'Cookie' }
const page = `<!doctype html>${shared.slice(1000, 60_000)}<p>One price: 100 €</p>`

test('the dictionaries are the files of the known languages, each named by its hash', () => {
  expect(readDictionaries(folder)).toHaveLength(1)
  expect(english).toMatchObject({ language: 'en', address: '/assets/shared-en-Ab12Cd34.dict', name: NAME })
})

test('a file of a dictionary says for which pages it is, other files say nothing', () => {
  expect(dictionaryUse('assets/shared-en-Ab12Cd34.dict')).toBe('match="/en*", match-dest=("document")')
  expect(dictionaryUse('assets/shared-fa-Ab12Cd34.dict')).toBe('match="/*", match-dest=("document")')
  expect(dictionaryUse('assets/app-Ab12Cd34.js')).toBeUndefined()
})

test('a page is sent as the magic number, the hash of its dictionary and its difference from it', async () => {
  const sent = await compress(Buffer.from(page), difference, 7)
  expect(sent.subarray(0, 8)).toEqual(Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]))
  expect(sent.subarray(8, 40)).toEqual(createHash('sha256').update(shared).digest())
  expect(sent.length).toBeLessThan(200)
  expect(zstdDecompressSync(sent.subarray(40), { dictionary: Buffer.from(shared) }).toString()).toBe(page)
  expect(() => zstdDecompressSync(sent.subarray(40))).toThrow()
})

test.each([
  ['names no dictionary', { 'accept-encoding': ACCEPTED }],
  ['names another dictionary', { 'accept-encoding': ACCEPTED, 'available-dictionary': `:${'A'.repeat(43)}=:` }],
  ['does not accept it', { 'accept-encoding': 'gzip, br', 'available-dictionary': NAME }],
  ['refuses it', { 'accept-encoding': 'br, dcz;q=0', 'available-dictionary': NAME }],
])('a browser that %s gets a page as before', (_, headers) => {
  expect(createDictionaryChoice([english]).formFor(headers)).toBe('br')
})

test('a browser that has the dictionary gets the difference, unless there are none', () => {
  const headers = { 'accept-encoding': ACCEPTED, 'available-dictionary': NAME }
  const { formFor } = createDictionaryChoice([english])
  expect(formFor(headers)).toEqual(difference)
  expect(formFor({ ...headers })).toBe(formFor(headers))
  expect(createDictionaryChoice([]).formFor(headers)).toBe('br')
})

test('a public page of the language says where its dictionary is, but not to whom saves data', () => {
  const { announce } = createDictionaryChoice([english])
  const headersOf = (headers: Record<string, string>, language: 'en' | 'fa', asked = {}) =>
    Object.fromEntries(announce(new Response('', { headers }), language, asked).headers)
  expect(headersOf(PUBLIC, 'en')).toMatchObject({
    link: '</assets/shared-en-Ab12Cd34.dict>;rel=compression-dictionary',
    vary: 'Cookie, Available-Dictionary',
  })
  expect(headersOf(PUBLIC, 'en', { 'save-data': 'on' })).toMatchObject({ vary: 'Cookie, Available-Dictionary' })
  for (const headers of [
    headersOf(PUBLIC, 'en', { 'save-data': 'on' }),
    headersOf(PUBLIC, 'fa'),
    headersOf({ ...PUBLIC, 'cache-control': 'private, no-store' }, 'en'),
    headersOf({ ...PUBLIC, 'content-type': 'application/json' }, 'en'),
  ])
    expect(headers).not.toHaveProperty('link')
})

test('the page cache keeps a page in both forms, and names no dictionary to who has it', async () => {
  const cache = createPageCache({ now: () => 0, lifeMs: 10_000, bytes: 1_000_000 })
  let renders = 0
  const render = async () => {
    renders++
    return createDictionaryChoice([english]).announce(new Response(page, { headers: PUBLIC }), 'en', {})
  }
  const usual = await cache.get('key', 'br', render)
  const short = await cache.get('key', difference, render)
  expect(renders).toBe(1)
  expect(brotliDecompressSync(usual.body).toString()).toBe(page)
  expect(zstdDecompressSync(short.body.subarray(40), { dictionary: english.bytes }).toString()).toBe(page)
  expect(short.headers).toEqual(expect.arrayContaining(['content-encoding', 'dcz']))
  expect([usual.headers.includes('link'), short.headers.includes('link')]).toEqual([true, false])
  for (const { headers } of [usual, short])
    expect(headers[headers.indexOf('vary') + 1]).toContain('Available-Dictionary')
  expect(cache.at('key')?.ready.get(difference)).toBe(short)
})

test.each([
  ['an answer of the API', { ...PUBLIC, 'content-type': 'application/json', vary: 'Available-Dictionary' }],
  ['the site map', { ...PUBLIC, 'content-type': 'application/xml' }],
  ['a page that caches may give to anybody', PUBLIC],
])('%s comes as to a browser without a dictionary', async (_, headers) => {
  const cache = createPageCache({ now: () => 0, lifeMs: 10_000, bytes: 1_000_000 })
  for (const otherwise of ['br', 'gzip'] as const) {
    const form = { dictionary: english, otherwise }
    const sent = await cache.get('key', form, async () => new Response(page, { headers }))
    expect(sent.headers[sent.headers.indexOf('content-encoding') + 1]).toBe(otherwise)
    expect(sent).toBe(await cache.get('key', otherwise, () => Promise.reject(new Error('It is kept.'))))
  }
})
