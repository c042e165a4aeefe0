import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { RefusedRequest } from '#app/web/edge/request/refused-request.ts'
import { createPageCache, pageKey } from '#app/web/edge/response/page-cache.ts'
import { COOKIES } from '#app/web/session/cookie/cookies.ts'

const PUBLIC = { 'content-type': 'text/html', 'cache-control': 'public, max-age=10' }

function cacheWith(answer: () => Response = () => new Response('page', { headers: PUBLIC })) {
  const clock = { now: 1000, renders: 0 }
  const cache = createPageCache({ now: () => clock.now, lifeMs: 10_000, bytes: 2 * 2_100 })
  const render = async () => {
    clock.renders++
    await new Promise(setImmediate)
    return answer()
  }
  return { clock, cache, render }
}

test('fifty visitors of an uncached page wait for one rendering', async () => {
  const { clock, cache, render } = cacheWith()
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.get('k', 'br', render)))
  expect(clock.renders).toBe(1)
  expect(new Set(pages.map(({ body }) => brotliDecompressSync(body).toString()))).toEqual(new Set(['page']))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
})

test('a page is rendered again when its time is over', async () => {
  const { clock, cache, render } = cacheWith()
  await cache.get('k', '', render)
  clock.now += 9_999
  await cache.get('k', '', render)
  expect(clock.renders).toBe(1)
  clock.now += 1
  await cache.get('k', '', render)
  expect(clock.renders).toBe(2)
})

test.each([
  ['is not 200', () => new Response('no', { status: 404, headers: PUBLIC })],
  ['sets a cookie', () => new Response('a', { headers: { ...PUBLIC, 'set-cookie': 'a=b' } })],
  ['is private', () => new Response('a', { headers: { 'cache-control': 'private, no-store' } })],
  ['does not say that it is public', () => new Response('a')],
])('an answer that %s is rendered for each visitor, even for those who waited together', async (_, answer) => {
  const { clock, cache, render } = cacheWith(answer)
  await Promise.all([cache.get('k', '', render), cache.get('k', '', render), cache.get('k', '', render)])
  await cache.get('k', '', render)
  expect(clock.renders).toBe(4)
})

test('a failed rendering is not cached, and the next visitor tries again', async () => {
  const { cache, render } = cacheWith()
  await expect(cache.get('k', '', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect((await cache.get('k', '', render)).body.toString()).toBe('page')
})

test('a page that was being rendered when all became stale is neither kept nor given to later visitors', async () => {
  const rendered: (() => void)[] = []
  let text = 'old'
  const { clock, cache } = cacheWith()
  const render = async () => {
    clock.renders++
    const read = text
    await new Promise<void>((resolve) => rendered.push(resolve))
    return new Response(read, { headers: PUBLIC })
  }
  const before = cache.get('k', '', render)
  text = 'new'
  cache.clear()
  const after = cache.get('k', '', render)
  rendered[0]!()
  expect((await before).body.toString()).toBe('old')
  // The later rendering is still shared, although the earlier one has ended.
  const shared = cache.get('k', '', render)
  rendered[1]!()
  for (const page of [after, shared, cache.get('k', '', render)]) expect((await page).body.toString()).toBe('new')
  expect(clock.renders).toBe(2)
})

test('whoever waits for a page whose first visitor is refused renders it themselves', async () => {
  const { clock, cache, render } = cacheWith()
  const refused = cache.get('k', '', async () => {
    await new Promise(setImmediate)
    throw new RefusedRequest(503, 'The site is busy.')
  })
  const waiting = cache.onItsWay('k', '')
  const others = [cache.get('k', '', render), cache.get('k', 'br', render)]
  await expect(refused).rejects.toThrow('busy')
  expect(await waiting).toBeUndefined()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  expect(clock.renders).toBe(2)
})

test('the page that was requested longest ago is removed when the space is used up', async () => {
  const { clock, cache, render } = cacheWith()
  for (const key of ['a', 'b', 'a', 'c', 'c', 'a']) await cache.get(key, '', render)
  expect(clock.renders).toBe(3)
  await cache.get('b', '', render)
  expect(clock.renders).toBe(4)
})

test('a page that exceeds the whole space is not cached', async () => {
  const { clock, cache, render } = cacheWith(() => new Response('x'.repeat(10_000), { headers: PUBLIC }))
  await cache.get('a', '', render)
  await cache.get('a', '', render)
  expect(clock.renders).toBe(2)
})

test('an answer without a policy of its own is cached with the strictest one', async () => {
  const { cache, render } = cacheWith()
  const { headers } = await cache.get('a', '', render)
  expect(headers[headers.indexOf('content-security-policy') + 1]).toContain("default-src 'none'")
})

test('each encoding has its own length and header', async () => {
  const text = 'سواری '.repeat(100)
  const { cache, render } = cacheWith(() => new Response(text, { headers: PUBLIC }))
  const plain = await cache.get('k', '', render)
  const small = await cache.get('k', 'gzip', render)
  expect(plain.headers).not.toContain('content-encoding')
  expect(plain.headers).toContain(String(Buffer.byteLength(text)))
  expect(small.headers).toEqual(
    expect.arrayContaining(['content-encoding', 'gzip', 'content-length', String(small.body.length)]),
  )
})

test.each([
  ['none', { ...PUBLIC, 'content-type': 'application/rss+xml' }, 'Accept-Encoding'],
  ['another', { ...PUBLIC, vary: 'Accept-Language' }, 'Accept-Language, Accept-Encoding'],
  ['its own', { ...PUBLIC, vary: 'Cookie, Accept-Encoding' }, 'Cookie, Accept-Encoding'],
  ['none and is a photo', { ...PUBLIC, 'content-type': 'image/webp' }, undefined],
  ['none and is stored nowhere', { 'cache-control': 'private, no-store' }, undefined],
])('an answer with %s says in its Vary whether it has several encodings', async (_, headers, vary) => {
  const { cache, render } = cacheWith(() => new Response('text', { headers: headers as Record<string, string> }))
  for (const form of ['', 'br'] as const) {
    const { headers: sent } = await cache.get('k', form, render)
    const at = sent.indexOf('vary')
    expect(at < 0 ? undefined : sent[at + 1]).toBe(vary)
    expect(sent.filter((name) => name === 'vary')).toHaveLength(vary ? 1 : 0)
  }
})

const keyOf = (target: string, headers: Record<string, string> = {}, origin = 'http://site.example') =>
  pageKey(origin, target, (name) => headers[name])

test('pages of visitors with a session, a held booking, a flash message or a token are never shared', () => {
  for (const cookie of ['session=a', '__Host-session=a', 'language=fa; flash=x', '__Host-flash=x', '__Host-held=x']) {
    expect(keyOf('/', { cookie })).toBeUndefined()
  }
  expect(keyOf('/', { authorization: 'Bearer x' })).toBeUndefined()
})

/** Decided for each cookie: whether it can change what its browser gets for a public page. */
const IS_PERSONAL: Record<keyof typeof COOKIES, boolean> = {
  language: false,
  currency: false,
  flash: true,
  session: true,
  device: false,
  signIn: false,
  factor: false,
  recovery: false,
  resume: false,
  draft: true,
  held: true,
  accountCode: false,
  favourites: true,
  written: true,
}

test('a page that a cookie makes personal is never shared', () => {
  const found = Object.entries(COOKIES).map(([name, cookie]) => [
    name,
    keyOf('/', { cookie: `${cookie}=x` }) === undefined,
  ])
  expect(Object.fromEntries(found)).toEqual(IS_PERSONAL)
})

test('query, origin, currency and Save-Data make separate pages; other cookies do not', () => {
  const keys = [
    keyOf('/a'),
    keyOf('/a?b'),
    keyOf('/en/a'),
    keyOf('/a', { cookie: 'currency=2' }),
    keyOf('/a', { 'save-data': 'on' }),
    keyOf('/a', {}, 'https://site.example'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf('/a', { cookie: 'language=de; _ga=1' })).toBe(keyOf('/a'))
})

test('a page is sent in every form, although only the first one is made of what was rendered', async () => {
  const bytes = Buffer.from('what pages of a language have in common'.repeat(20))
  const dictionary = {
    language: 'en',
    address: '/assets/a.dict',
    bytes,
    name: ':x:',
    start: Buffer.from('start'),
  } as const
  const difference = { dictionary, otherwise: 'br' } as const
  const html = `${bytes}<p>and what is its own</p>`
  const headers = { ...PUBLIC, vary: 'Available-Dictionary' }
  const read = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    plain: (body: Buffer) => body,
    difference: (body: Buffer) => zstdDecompressSync(body.subarray(dictionary.start.length), { dictionary: bytes }),
  }
  const forms = { br: 'br', gzip: 'gzip', plain: '', difference } as const
  const names = Object.keys(forms) as (keyof typeof forms)[]
  for (const first of names) {
    const clock = { now: 1000 }
    const cache = createPageCache({ now: () => clock.now, lifeMs: 10_000, bytes: 100_000 })
    let renders = 0
    const render = async () => {
      renders++
      return new Response(html, { headers })
    }
    for (const name of [first, ...names]) {
      const { body } = await cache.get('k', forms[name], render)
      expect(read[name](body).toString(), `${name} after ${first}`).toBe(html)
      // A part of a shared buffer would keep all of that.
      expect(body.buffer.byteLength).toBe(body.length)
    }
    expect(renders).toBe(1)
  }
})

test('a page takes as much room as its finished forms, so more of them are kept than would fit as they were rendered', async () => {
  const cache = createPageCache({ now: () => 1000, lifeMs: 10_000, bytes: 30_000 })
  let renders = 0
  const render = async () => {
    renders++
    return new Response('a long page '.repeat(1_000), { headers: PUBLIC })
  }
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  for (const key of [...keys, ...keys]) await cache.get(key, 'br', render)
  expect(renders).toBe(keys.length)
})

test('forms that others make while a page is rendered take room, too', async () => {
  const rendered: (() => void)[] = []
  const { clock, cache, render } = cacheWith(() => new Response('x'.repeat(1_000), { headers: PUBLIC }))
  const both = async (key: string) => {
    const own = cache.get(key, 'br', async () => {
      await new Promise<void>((resolve) => rendered.push(resolve))
      return render()
    })
    const shared = cache.onItsWay(key, '')
    rendered.pop()?.()
    await Promise.all([own, shared])
  }
  // There is room for 4,200 bytes: for two pages in one small form each, and for one that has the large form, too.
  await both('a')
  await both('b')
  expect(clock.renders).toBe(2)
  await cache.get('a', 'br', render)
  expect(clock.renders).toBe(3)
})
