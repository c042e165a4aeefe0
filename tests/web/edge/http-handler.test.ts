import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMONSTRATION_SECRET, readConfig } from '#app/config.ts'
import type { Arrival } from '#app/site.ts'
import { createHttpHandler } from '#app/web/edge/http-handler.ts'
import { formTokenOf } from '#app/web/edge/request/form-token.ts'
import { RefusedRequest } from '#app/web/edge/request/refused-request.ts'
import { staticFiles } from '#app/web/edge/response/static-files.ts'
import { type Session, sessionCookie, sessionOf } from '#app/web/session/cookie/session-cookie.ts'

type Handle = (request: Request, arrival: Arrival) => Promise<Response>
const PAGE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=10' }
const page = async (requested: Request) =>
  new Response(`${requested.method} ${requested.url} ${'text '.repeat(200)}`, { headers: PAGE })

let folder: string
let stop: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savari-files-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'app-hash.js'), 'let app = 1')
  writeFileSync(join(folder, 'assets', 'app-hash.js.br'), brotliCompressSync('let app = 1'))
  writeFileSync(join(folder, 'icon.svg'), '<svg/>')
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

test('a page that fails while others wait for it fails for all of them and affects nothing else', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  let [asked, arrived, renders] = [0, 0, 0]
  const ask = await serve(async () => {
    renders++
    while (arrived < asked) await once(ask.server, 'request')
    // The last one to arrive waits, too.
    await new Promise(setImmediate)
    throw new Error('away')
  })
  ask.server.on('request', () => arrived++)
  for (const path of ['/', '/rent/car']) {
    asked += 3
    const answers = await Promise.all([ask(path), ask(path), ask(path)])
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  }
  expect(renders).toBe(2)
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a prefetch is answered from public pages alone, and never where an answer would change something', async () => {
  const rendered: string[] = []
  const ask = await serve(async (requested) => {
    const { pathname, searchParams } = new URL(requested.url)
    rendered.push(pathname)
    const answer = await page(requested)
    if (searchParams.has('currency')) answer.headers.append('set-cookie', 'currency=2')
    return answer
  })
  const prefetch = (path: string, headers: Record<string, string> = {}) =>
    ask(path, { headers: { 'sec-purpose': 'prefetch', ...headers } })
  expect(await prefetch('/en/city/kish')).toMatchObject({ status: 200 })
  expect((await ask('/en/city/kish')).status).toBe(200)
  const refused = [
    await prefetch('/login'),
    await prefetch('/book/car/62'),
    await prefetch('/en/voucher/some-id'),
    await prefetch('/city/kish', { cookie: 'flash=x' }),
    await prefetch('/city/kish', { cookie: 'held=x' }),
    await prefetch('/en/city', { 'sec-purpose': 'prefetch;prerender', authorization: 'Bearer x' }),
    await prefetch('/city?currency=2'),
  ]
  for (const { status, headers } of refused) {
    expect(status).toBe(403)
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers).not.toHaveProperty('set-cookie')
  }
  // Of the last one, only its answer shows that it would be remembered.
  expect(rendered).toEqual(['/en/city/kish', '/city'])
  expect((await ask('/city?currency=2')).headers['set-cookie']).toEqual(['currency=2'])
})

test('pages, files, redirects, refusals and errors all have the security headers', async () => {
  const ask = await serve(async (requested) => {
    if (requested.url.endsWith('/error')) throw new Error('boom')
    return page(requested)
  })
  const answers = await Promise.all([
    ask('/rent/car'),
    ask('/icon.svg'),
    ask('/rent/car/'),
    ask('/healthz'),
    ask('/error'),
    ask('/book', { method: 'POST', headers: { origin: 'https://evil.example' } }),
    ask('/book', { method: 'POST', headers: { 'content-length': '99999999' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 308, 200, 500, 403, 413])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['permissions-policy']).toContain('microphone=()')
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('HSTS is sent if the public address is https, and the site sees that address', async () => {
  const ask = await serve(page, { ORIGIN: 'https://rent.example', SESSION_SECRET: 'x'.repeat(32) })
  const { headers, text } = await ask('/rent/car')
  expect(headers['strict-transport-security']).toContain('max-age=31536000')
  expect(text).toContain('https://rent.example/rent/car')
})

test('an unexpected error shows the visitor nothing of its cause', async () => {
  const ask = await serve(() => Promise.reject(new Error('password of the database')))
  const { status, text } = await ask('/rent/car')
  expect(status).toBe(500)
  expect(text).not.toContain('password')
})

test.each([
  ['/en/rent/car', 'en-US', 'It is very busy right now', '503'],
  ['/rent/car', 'fa-IR', 'فعلاً خیلی شلوغ است', '۵۰۳'],
])(
  'a person gets a refusal as a page in the language of %s, whose style its policy allows',
  async (path, lang, title, digits) => {
    const busy = new RefusedRequest(503, 'The site is busy.\n', { 'retry-after': '2' })
    const ask = await serve(() => Promise.reject(busy))
    const { status, headers, text } = await ask(path, { headers: { accept: 'text/html,*/*' } })
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain(`<html lang="${lang}"`)
    for (const part of [`<h1>${title}</h1>`, `>${digits}</p>`, 'name="robots" content="noindex"', 'href=""'])
      expect(text).toContain(part)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`)
    // A script's request gets a line of text.
    expect((await ask(path)).text).toBe('The site is busy.\n')
  },
)

test('a mail program ends a subscription by a POST from any origin, without the router', async () => {
  const ask = await serve(async (requested) => {
    const fields = await requested.formData()
    return new Response(`${requested.headers.get('origin')} ${fields.get('List-Unsubscribe')} ${requested.url}`)
  })
  const body = 'List-Unsubscribe=One-Click'
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' }
  const path = '/de/newsletter/unsubscribe?token=abc'
  const { status, text } = await ask(path, { method: 'POST', headers, body })
  expect(status).toBe(200)
  expect(text).toMatch(/^null One-Click .*token=abc$/)
  expect((await ask('/de/newsletter/confirm?token=abc', { method: 'POST', headers, body })).status).toBe(403)
})

test('the log has one line per request, with an id and without query or keys', async () => {
  const lines: Record<string, unknown>[] = []
  const ask = await serve(page, {}, (_event, details) => lines.push(details ?? {}))
  const { headers } = await ask('/voucher/abcdefghijklmnopqrstuv?phone=09121234567')
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ id: headers['x-request-id'], method: 'GET', path: '/voucher/abcd…', status: 200 })
  expect(JSON.stringify(lines)).not.toMatch(/0912|ghijkl/)
})

test('a public page is rendered once, and sent compressed', async () => {
  let renders = 0
  const ask = await serve(async (requested) => {
    renders++
    return page(requested)
  })
  const first = await ask('/rent/car', { headers: { 'accept-encoding': 'br' } })
  const second = await ask('/rent/car', { headers: { 'accept-encoding': 'br' } })
  expect(renders).toBe(1)
  expect(second.body).toEqual(first.body)
  expect(second.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(second.body).toString()).toContain('/rent/car')
  await ask('/rent/car', { headers: { cookie: 'session=mine' } })
  await ask('/rent/car', { method: 'HEAD' })
  expect(renders).toBe(3)
})

test('parameters that a page does not read make no separate page, and never reach it', async () => {
  let renders = 0
  const counted = async (requested: Request) => {
    renders++
    return page(requested)
  }
  const reads = new Set(['city', 'start_date.day'])
  const ask = await serve(counted, {}, undefined, undefined, reads)
  const queries = ['?city=kish&utm_source=a', '?utm_source=b&city=kish', '?gclid=1&city=kish&x[]=1&', '?city=kish']
  const texts = await Promise.all(queries.map(async (query) => (await ask(`/rent/car${query}`)).text))
  expect(new Set(texts)).toEqual(new Set([texts[3]]))
  expect(texts[3]).toContain('/rent/car?city=kish ')
  expect(renders).toBe(1)
  expect((await ask('/rent/car?c%69ty=kish&utm_id=1')).text).toContain('/rent/car?c%69ty=kish ')
  expect((await ask('/rent/car.data?city=kish&gclid=1')).text).toContain('gclid')
})

test('calls that are refused before the API get problem details', async () => {
  const busy = new RefusedRequest(503, 'The site is busy.\n', { 'retry-after': '2' })
  const ask = await serve((request) => Promise.reject(request.url.endsWith('/busy/') ? busy : new Error('secret')))
  const html = { accept: 'text/html,*/*' }
  const json = { 'content-type': 'application/json' }
  const answers = [
    await ask('/api/busy/', { headers: html }),
    await ask('/api/broken/', { headers: html }),
    await ask('/api/%zz', { headers: html }),
    await ask('/api/ads/', { method: 'PROPFIND', headers: html }),
    await ask('/api/ads/', { method: 'POST', headers: { ...json, 'content-length': '99999999' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([503, 500, 400, 405, 413])
  for (const { status, headers, text } of answers) {
    expect(headers['content-type']).toBe('application/problem+json')
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toEqual({
      status,
      type: expect.stringMatching(/^[A-Z_]+$/),
      title: expect.stringMatching(/^[A-Z][a-z ]+$/),
      detail: expect.stringMatching(/\.$/),
    })
  }
  expect(answers[0]?.headers['retry-after']).toBe('2')
})

test('a public answer of the API is computed once for each language, and not sent again to who has it', async () => {
  let computed = 0
  const body = JSON.stringify({ cars: Array.from({ length: 99 }, () => 'car') })
  const ask = await serve(async () => {
    computed++
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=10', etag: 'W/"one"' }
    return new Response(body, { headers: { ...headers, vary: 'Accept-Language' } })
  })
  const get = (headers: Record<string, string> = {}) => ask('/api/ads/', { headers })
  const same: Record<string, string>[] = [{}, { cookie: 'favourites=1' }, { 'accept-language': 'fa-IR' }]
  for (const headers of same) {
    const answer = await get(headers)
    expect(answer.text).toBe(body)
    expect(answer.headers).toMatchObject({ etag: 'W/"one"', 'cache-control': 'public, max-age=10' })
  }
  expect(computed).toBe(1)
  const known = await get({ 'if-none-match': '"one"' })
  expect(known).toMatchObject({ status: 304, text: '' })
  expect(known.headers).toMatchObject({
    etag: 'W/"one"',
    vary: 'Accept-Language, Accept-Encoding',
    'cache-control': 'public, max-age=10',
  })
  expect(computed).toBe(1)
  await get({ 'accept-language': 'de' })
  expect(computed).toBe(2)
  await get({ authorization: 'Bearer somebody' })
  expect(computed).toBe(3)
})

test('scripts of named origins, and of no other, may call the API', async () => {
  const json = async () => new Response('{}', { headers: { 'content-type': 'application/json', etag: 'W/"one"' } })
  const ask = await serve(json, { API_CORS_ORIGINS: 'https://app.example, https://other.example' })
  const asking = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
  const preflight = (origin: string, path = '/api/ads/') =>
    ask(path, { method: 'OPTIONS', headers: { origin, ...asking } })
  const allowed = await preflight('https://app.example')
  expect(allowed.status).toBe(204)
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('Idempotency-Key'),
  })
  for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null']) {
    const refused = await preflight(origin)
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await ask('/api/ads/', { headers: { origin } })).headers['access-control-allow-origin']).toBeUndefined()
  }
  const read = await ask('/api/ads/', { headers: { origin: 'https://other.example' } })
  expect(read.headers['access-control-allow-origin']).toBe('https://other.example')
  expect(read.headers['access-control-expose-headers']).toContain('RateLimit')
  expect(read.headers['access-control-allow-credentials']).toBeUndefined()
  expect((await ask('/rent/car', { headers: { origin: 'https://app.example' } })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
})

test('uncached answers are compressed, private, and have a length', async () => {
  const body = JSON.stringify({ cars: Array.from({ length: 99 }, () => 'car') })
  const ask = await serve(async () => new Response(body, { headers: { 'content-type': 'application/json' } }))
  const { headers, body: sent } = await ask('/api/ads/', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'private, no-store',
    'content-length': String(sent.length),
  })
})

test('what is sent once goes with zstd to who accepts it, and what is kept with Brotli', async () => {
  const ask = await serve(page)
  const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const once = await ask('/rent/car', { headers: { ...asBrowsers, authorization: 'Bearer x' } })
  expect(once.headers['content-encoding']).toBe('zstd')
  expect(once.headers['content-length']).toBe(String(once.body.length))
  expect(zstdDecompressSync(once.body).toString()).toMatch(/^GET .*\/rent\/car text text/)
  expect((await ask('/rent/car', { headers: asBrowsers })).headers['content-encoding']).toBe('br')
  for (const accepted of ['gzip, br', 'gzip, br, zstd;q=0', 'gzip, zstd']) {
    const { headers } = await ask('/rent/car', { headers: { 'accept-encoding': accepted, authorization: 'Bearer x' } })
    expect(headers['content-encoding']).toBe(accepted.includes('br') ? 'br' : 'gzip')
  }
})

test('an HTTP/1.0 client gets a page with its length and without chunks', async () => {
  const ask = await serve(page)
  const { text } = await ask('/rent/car')
  const raw = await rawAnswer(ask.port, 'GET /rent/car HTTP/1.0\r\n\r\n')
  expect(raw).toMatch(/^HTTP\/1\.1 200/)
  expect(raw).not.toMatch(/transfer-encoding/i)
  expect(raw).toMatch(/content-length: \d{3,}/i)
  expect(text.length).toBeGreaterThan(1000)
})

test('a request with two hosts is refused, because a proxy may have used the other one', async () => {
  const ask = await serve(page)
  const statusOf = async (...hosts: string[]) => {
    const lines = hosts.map((host) => `${host}\r\n`).join('')
    return (await rawAnswer(ask.port, `GET /rent/car HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).slice(9, 12)
  }
  expect(await statusOf('Host: localhost')).toBe('200')
  expect(await statusOf('Host: localhost', 'host: evil.example')).toBe('400')
  expect(await statusOf('Host: localhost', 'HOST: localhost')).toBe('400')
})

test('files: hashed ones are cached for ever, compressed copies are used, unchanged ones are not sent again, and no path leaves the folder', async () => {
  const ask = await serve(async () => new Response('site', { status: 404 }))
  const script = await ask('/assets/app-hash.js', { headers: { 'accept-encoding': 'br' } })
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(script.body).toString()).toBe('let app = 1')
  expect((await ask('/assets/app-hash.js')).text).toBe('let app = 1')
  const again = await ask('/icon.svg', { headers: { 'if-none-match': String((await ask('/icon.svg')).headers.etag) } })
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect((await ask('/assets/app-hash.js.br')).status).toBe(404)
  expect((await ask('/assets/../../etc/passwd')).headers.location).toBe('/etc/passwd')
  expect((await ask('/assets/..%2F..%2Fetc%2Fpasswd')).status).toBe(404)
  expect((await ask('/icon.svg', { method: 'POST' })).status).toBe(405)
})

test('only the root redirects to the language of the cookie, or else of the browser', async () => {
  const ask = await serve(page)
  const to = async (path: string, headers: Record<string, string>) => (await ask(path, { headers })).headers.location
  expect(await to('/', { 'accept-language': 'de-AT,en;q=0.5' })).toBe('/de')
  expect(await to('/?a=1', { 'accept-language': 'xx, tr' })).toBe('/tr?a=1')
  expect(await to('/', { 'accept-language': 'de', cookie: 'language=fa' })).toBeUndefined()
  expect(await to('/', { 'accept-language': 'de', cookie: '__Host-language=ar' })).toBe('/ar')
  expect(await to('/', {})).toBeUndefined()
  expect(await to('/', { 'accept-language': 'en', 'user-agent': 'Googlebot/2.1' })).toBeUndefined()
  expect(await to('/', { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' })).toBeUndefined()
  expect(await to('/rent/car', { 'accept-language': 'de' })).toBeUndefined()
})

test('a page is in the language of its path, whatever cookie and browser say', async () => {
  const ask = await serve(async (_requested, { language }) => new Response(language))
  const headers = { 'accept-language': 'de', cookie: 'language=tr' }
  const languageAt = async (path: string) => (await ask(path, { headers })).text
  expect(await languageAt('/rent/car')).toBe('fa')
  expect(await languageAt('/en/rent/car')).toBe('en')
  expect(await languageAt('/ar.data')).toBe('ar')
  expect(await languageAt('/xx')).toBe('fa')
})

test('a bank’s return under another spelling of its address is handled without a redirect', async () => {
  const ask = await serve(
    async (requested) => new Response(`${new URL(requested.url).pathname} ${await requested.text()}`),
  )
  const { status, text } = await ask('//en/external-pay/', {
    method: 'POST',
    headers: { origin: 'https://bank.example' },
    body: 'State=OK',
  })
  expect([status, text]).toEqual([200, '/en/external-pay State=OK'])
})

test('what a bank or a mail program posts to a brand without Persian arrives without a redirect', async () => {
  const ask = await serve(
    async (requested, { language }) => {
      const { pathname, search } = new URL(requested.url)
      return new Response(`${language} ${pathname}${search} ${await requested.text()}`)
    },
    { BRAND_LANGUAGES: 'en,de' },
  )
  const post = async (path: string) => {
    const { status, text } = await ask(path, {
      method: 'POST',
      headers: { origin: 'https://bank.example' },
      body: 'a=b',
    })
    return [status, text]
  }
  expect(await post('/external-pay?payment=1')).toEqual([200, 'en /en/external-pay?payment=1 a=b'])
  expect(await post('/de/external-pay')).toEqual([200, 'de /de/external-pay a=b'])
  expect((await post('/newsletter/unsubscribe?token=1'))[1]).toMatch('en /en/newsletter/unsubscribe?token=1')
  expect((await ask('/external-pay?payment=1')).headers.location).toBe('/en/external-pay?payment=1')
})

test('a body that is longer than announced is refused, and not held in memory', async () => {
  const ask = await serve(async (requested) => new Response(String((await requested.arrayBuffer()).byteLength)))
  const headers = { 'sec-fetch-site': 'same-origin', 'transfer-encoding': 'chunked' }
  expect((await ask('/book', { method: 'POST', headers, body: `a=${'x'.repeat(60_000)}` })).text).toBe('60002')
  expect((await ask('/book', { method: 'POST', headers, body: `a=${'x'.repeat(70_000)}` })).status).toBe(413)
})

test('a file that is too large reaches its page cut but still too large, with the whole form around it; a call is refused', async () => {
  const ask = await serve(async (requested) => {
    const fields = await requested.formData()
    const [image, intent, after] = ['image', 'intent', 'after'].map((name) => fields.get(name))
    return Response.json({ bytes: (image as File).size, intent, after })
  })
  const form = (bytes: number) => {
    const part = (name: string, content: string) =>
      `--x\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${content}\r\n`
    const file = `--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n${'i'.repeat(bytes)}\r\n`
    const body = `${part('"intent"', 'deposit')}${file}${part('"after"', 'it')}--x--\r\n`
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' }
    return { method: 'POST', body, headers: { ...headers, 'content-length': String(body.length) } }
  }
  const whole = JSON.parse((await ask('/en/profile/reservation/1', form(9_000_000))).text)
  expect(whole).toEqual({ bytes: 9_000_000, intent: 'deposit', after: 'it' })
  for (const bytes of [10_000_001, 11_000_000, 40_000_000]) {
    const cut = JSON.parse((await ask('/en/profile/reservation/1', form(bytes))).text)
    expect(cut).toMatchObject({ intent: 'deposit', after: 'it' })
    expect(cut.bytes).toBe(10_000_001)
  }
  expect((await ask('/api/upload/', form(10_600_000))).status).toBe(413)
})

test('uploads that one client holds open stop neither its small forms nor the uploads of others', async () => {
  const fieldsOf = async (requested: Request) => [...(await requested.formData())].length
  const ask = await serve(async (requested) => new Response(String(await fieldsOf(requested))), {
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const headers = { ...MULTIPART, 'sec-fetch-site': 'same-origin' }
  const hold = async (bytes: number) => {
    const upload = request({ host: '127.0.0.1', port: ask.port, path: '/book', method: 'POST', agent: false, headers })
    upload.on('error', () => {})
    await new Promise<unknown>((sent) => upload.write(multipart({ picture: 'i'.repeat(bytes) }).slice(0, -10), sent))
    return upload
  }
  // Sent before any other: beside one that is being read, they would be too much themselves.
  const held = await Promise.all([hold(59_900_000), hold(6_750_000)])
  const send = (body: string, more = {}) => ask('/book', { method: 'POST', headers: { ...headers, ...more }, body })
  const photo = multipart({ picture: 'i'.repeat(1_000_000) })
  await expect.poll(async () => (await send(photo)).status, { timeout: 10_000 }).toBe(503)
  expect((await send(multipart({ text: 'i'.repeat(60_000) }))).status).toBe(200)
  expect((await send(photo, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200)
  for (const upload of held) upload.destroy()
  await expect.poll(async () => (await send(photo)).status, { timeout: 10_000 }).toBe(200)
})

const signedIn = sessionOf(
  { access: 'a', refresh: 'r' },
  { country_code: '+98', phone: '9120000010', fullname: null, is_agency: false, avatar_id: null, time_zone: null },
)
const otherSignIn = { ...signedIn, id: 'another' }

test('a form without Origin and Referer is accepted with the token of its session, and arrives complete', async () => {
  const send = await formsOf(signedIn)
  const fields = new URLSearchParams({
    form_token: formTokenOf(signedIn, DEMONSTRATION_SECRET),
    body: 'é'.repeat(9000),
  })
  expect(await send(fields)).toMatchObject({ status: 200, text: String(fields) })
  const picture = 'x'.repeat(3_000_000)
  const token = formTokenOf(signedIn, DEMONSTRATION_SECRET)
  for (const upload of [
    { form_token: token, picture },
    { picture, form_token: token },
  ]) {
    const text = new URLSearchParams({ ...upload, picture: String(picture.length) }).toString()
    expect(await send(multipart(upload), MULTIPART)).toMatchObject({ status: 200, text })
  }
})

test('without its token, with another session’s or as another content type it is refused', async () => {
  const send = await formsOf(signedIn)
  const own = formTokenOf(signedIn, DEMONSTRATION_SECRET)
  for (const token of ['', 'x', formTokenOf(otherSignIn, DEMONSTRATION_SECRET), `${own}AAAA`]) {
    expect((await send(new URLSearchParams({ form_token: token }))).status, token).toBe(403)
    expect((await send(multipart({ form_token: token }), MULTIPART)).status, token).toBe(403)
  }
  expect((await send('')).status).toBe(403)
  expect((await send(`form_token=${own}`, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await send(JSON.stringify({ form_token: own }), { 'content-type': 'application/json' })).status).toBe(415)
})

test('a token does not help a form from another site, or a session that is not ours', async () => {
  const token = formTokenOf(signedIn, DEMONSTRATION_SECRET)
  const fields = new URLSearchParams({ form_token: token })
  const send = await formsOf(signedIn)
  expect((await send(fields, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await send(fields, { origin: 'null' })).status).toBe(403)
  expect((await send(fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send(fields, { referer: 'https://evil.example/' })).status).toBe(403)
  expect((await send(fields, { cookie: 'session=made-up' })).status).toBe(403)
})

test('readiness depends on the site and the process; health does not', async () => {
  let stopping = false
  const ask = await serve(
    page,
    {},
    () => {},
    () => stopping,
  )
  expect((await ask('/readyz')).status).toBe(200)
  stopping = true
  expect((await ask('/readyz')).status).toBe(503)
  expect((await ask('/healthz')).status).toBe(200)
})

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

async function serve(
  handle: Handle,
  environment: Record<string, string> = {},
  log: (event: string, details?: Record<string, unknown>) => void = () => {},
  isStopping = () => false,
  reads: ReadonlySet<string> | undefined = undefined,
) {
  const site = {
    handle,
    onStalePages: () => {},
    queryOfPage: () => reads,
    ready: async () => true,
    close: async () => {},
  }
  const handler = createHttpHandler({
    config: readConfig(environment),
    log,
    site,
    files: staticFiles(folder),
    isStopping,
  })
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  const ask = (
    path: string,
    { body, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const requested = request({ host: '127.0.0.1', port, path, agent: false, ...options }, async (answer) => {
        const bytes = Buffer.concat(await answer.toArray())
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes, text: bytes.toString() })
      })
      requested.on('error', reject)
      requested.end(body)
    })
  return Object.assign(ask, { port, server })
}

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=edge' }

function multipart(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"${name === 'picture' ? '; filename="a.png"' : ''}\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--edge--\r\n`
}

/** Sends a session's forms without Origin and Referer to a site that answers with what it has read. */
async function formsOf(session: Session) {
  const shown = (value: FormDataEntryValue) => (typeof value === 'string' ? value : String(value.size))
  const ask = await serve(async (requested) => {
    const fields = [...(await requested.formData()).entries()]
    return new Response(String(new URLSearchParams(fields.map(([name, value]) => [name, shown(value)]))))
  })
  const [cookie = ''] = sessionCookie(session, { secret: DEMONSTRATION_SECRET, origin: 'http://localhost' }).split(';')
  const type = 'application/x-www-form-urlencoded'
  return (body: URLSearchParams | string, headers: Record<string, string> = {}) =>
    ask('/voucher/x/cancel?from=profile', {
      method: 'POST',
      headers: { cookie, 'content-type': type, ...headers },
      body: String(body),
    })
}

async function rawAnswer(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString()
}
