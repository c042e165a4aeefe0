import { request as httpRequest } from 'node:http'
import { expect, test } from '@playwright/test'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { todayInTehran } from '../../support/browser/steps/traveller.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'

test.describe.configure({ mode: 'default' })

const PUBLIC = 'https://rent.example'
let site: SiteProcess

// The site as behind a proxy that terminates TLS, without trusting any proxy.
test.beforeAll(async () => {
  site = await startSiteProcess({ ORIGIN: PUBLIC, SESSION_SECRET: 'x'.repeat(32) })
})
test.afterAll(() => site?.stop())

const foreign = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }

const ANSWERS: { what: string; path: string; status: number; method?: string; headers?: object; body?: string }[] = [
  { what: 'a page', path: '/en', status: 200 },
  { what: 'a page of search results', path: '/rent/car', status: 200 },
  { what: 'a page again, from memory', path: '/rent/car', status: 200 },
  { what: 'a page that does not exist', path: '/en/no-such-page', status: 404 },
  { what: 'a search with errors', path: '/en/rent/car?page=0', status: 400 },
  { what: 'a file', path: '/favicon.svg', status: 200 },
  { what: 'a file that is gone', path: '/assets/gone.js', status: 404 },
  { what: 'the data of a page', path: '/en/rent/car.data', status: 200 },
  { what: 'a call', path: '/api/currency/', status: 200 },
  { what: 'a call that does not exist', path: '/api/no-such-call/', status: 404 },
  { what: 'the reference of the calls', path: '/api/docs', status: 200 },
  { what: 'a redirect', path: '/en/', status: 308 },
  { what: 'the health of the process', path: '/healthz', status: 200 },
  { what: 'a form from elsewhere', path: '/payment', status: 403, method: 'POST', headers: foreign, body: 'a=b' },
  {
    what: 'a body that is too long',
    path: '/voucher',
    status: 413,
    method: 'POST',
    headers: { origin: PUBLIC, 'content-length': '2000000' },
  },
]

for (const { what, path, status, ...options } of ANSWERS) {
  test(`${what} has every security header`, async () => {
    const answer = await ask(path, options)
    expect(answer.status).toBe(status)
    const { headers } = answer
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('microphone=()')
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/)
    const policy = policyOf(headers['content-security-policy'])
    expect(JSON.stringify([...policy])).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(?!\/)/)
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"])
    const actions = policy.get('form-action')?.join(' ')
    expect(["'none'", "'self'", `'self' ${site.bankOrigin}`]).toContain(actions)
  })
}

test('a page’s content security policy names only the bank in use, and each inline script by its hash', async () => {
  const { headers, body } = await ask('/en')
  const policy = policyOf(headers['content-security-policy'])
  expect(policy.get('form-action')).toEqual(["'self'", site.bankOrigin])
  const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>/g)]
  const hashes = policy.get('script-src')?.filter((source) => source.startsWith("'sha256-"))
  expect(hashes?.length).toBeGreaterThan(0)
  expect(hashes?.length).toBeLessThanOrEqual(inline.length)
})

test('cookies are bound to this host, Secure, HttpOnly and SameSite', async () => {
  const { cookies } = await ask('/en?currency=6')
  expect(cookies.length).toBe(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-\w+=/)
    const attributes = cookie.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']))
    expect(cookie).not.toMatch(/domain/i)
  }
})

test('a form from another site changes nothing; only a bank may send its customers back by POST', async () => {
  const send = (path: string) => ask(path, { method: 'POST', headers: foreign, body: 'a=b' })
  for (const path of ['/book/car/62', '/en/payment', '/voucher', `/voucher/${'x'.repeat(22)}/cancel`]) {
    expect((await send(path)).status, path).toBe(403)
  }
  for (const path of ['/pay_redirect', '/en/external-pay', '/external-pay-backup', '/de/external_yek']) {
    const { status, headers } = await send(`${path}?payment=${'x'.repeat(22)}`)
    expect({ path, status, location: headers.location }).toEqual({
      path,
      status: 303,
      location: expect.stringMatching(/^\/\w/),
    })
  }
})

test('another spelling of an address redirects to the canonical one, and never to another site', async () => {
  const moves = {
    '/en/': '/en',
    '/fa': '/',
    '/fa/rent/car?city=1061': '/rent/car?city=1061',
    '/rent/car/?a=//b': '/rent/car?a=//b',
    '//evil.example': '/evil.example',
    '///evil.example/en': '/evil.example/en',
    '/\\evil.example': '/evil.example',
    '/fa//evil.example': '/evil.example',
    '/en//evil.example/': '/en/evil.example',
  }
  for (const [path, target] of Object.entries(moves)) {
    const { status, headers } = await ask(path)
    expect({ path, status, location: headers.location }).toEqual({ path, status: 308, location: target })
  }
  expect((await ask('/%2F%2Fevil.example')).status).toBe(404)
})

test('a client that changes X-Forwarded-For is still counted as the same client', async () => {
  const start = addDays(todayInTehran(), 25)
  const time = { start_date: start, start_time: '10:00', end_date: addDays(start, 2), end_time: '10:00' }
  const found = await call('/api/business/rent/ad/search/?size=21', { city: 'kish', categories: [2], ...time })
  const ids = (found as { results: { id: number }[] }).results.map(({ id }) => id)
  const outcomes: (number | string)[] = []
  for (const [index, id] of ids.entries()) {
    const reserved = await call(
      `/api/v2/rentals/${id}/reserve/`,
      {
        ...time,
        fullname: 'مسافر نمونه',
        national_id: '0499370899',
        country_code: '+98',
        phone: `912${5_000_000 + index}`,
        date_of_birth: '1985-05-05',
      },
      { 'x-forwarded-for': `10.9.9.${index}` },
    )
    outcomes.push((reserved as { type?: string }).type ?? 'held')
  }
  expect(outcomes.slice(0, 20)).toEqual(Array(20).fill('held'))
  expect(outcomes.slice(20)).toEqual(['TOO_MANY_HOLDS'])
})

type Options = { method?: string; headers?: object; body?: string }
type Answer = { status: number; headers: Record<string, string>; cookies: string[]; body: string }

/** Sends a request whose target is not normalised. */
function ask(path: string, { method = 'GET', headers = {}, body }: Options = {}): Promise<Answer> {
  const { hostname, port } = new URL(site.origin)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers: { ...headers } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          cookies: answer.headers['set-cookie'] ?? [],
          body: Buffer.concat(pieces).toString(),
        }),
      )
    })
    sent.on('error', reject)
    if (body !== undefined) sent.end(body)
    else if (method === 'GET') sent.end()
    else sent.flushHeaders()
  })
}

async function call(path: string, body: object, headers: object = {}): Promise<unknown> {
  const requested = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return JSON.parse((await ask(path, { ...requested, body: JSON.stringify(body) })).body)
}

function policyOf(header: string | undefined): Map<string, string[]> {
  const rules = (header ?? '').split(';').map((rule) => rule.trim().split(/\s+/))
  return new Map(rules.map(([name = '', ...sources]) => [name, sources]))
}
