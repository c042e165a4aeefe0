import { expect, test } from 'vitest'
import { receiverAt } from '#app/web/edge/request/receiver.ts'
import { mayAct } from '#app/web/edge/request/same-origin.ts'

const ORIGIN = 'https://rent.example'
const post = (headers: Record<string, string>, pathname = '/book/car/1', origin = ORIGIN) =>
  mayAct({ method: 'POST', receiver: receiverAt(pathname), headers }, origin)

test.each([
  ['our Origin', { origin: ORIGIN }],
  ['our Origin, whatever the Referer says', { origin: ORIGIN, referer: 'https://evil.example/' }],
  ['no Origin, Sec-Fetch-Site same-origin', { 'sec-fetch-site': 'same-origin' }],
  ['no Origin, typed or from a bookmark', { 'sec-fetch-site': 'none' }],
  ['a text browser with our Referer', { referer: `${ORIGIN}/en/book/car/1?a=b` }],
  [
    'a text browser on a page with a query, which sends no header of its origin, without a session',
    { cookie: 'language=en' },
  ],
])('a form is accepted with %s', (_, headers) => {
  expect(post(headers as Record<string, string>)).toBe(true)
})

test.each([
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['a foreign Origin and a forged Referer', { origin: 'https://evil.example', referer: `${ORIGIN}/` }],
  ['Origin null', { origin: 'null' }],
  ['our host over http', { origin: 'http://rent.example' }],
  ['another port', { origin: 'https://rent.example:8443' }],
  ['no Origin, cross-site', { 'sec-fetch-site': 'cross-site', referer: `${ORIGIN}/` }],
  ['no Origin, a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ['a foreign Referer', { referer: 'https://rent.example.evil.example/' }],
  ['a Referer that is none', { referer: 'rent.example' }],
  ['an empty Referer', { referer: '' }],
])('a form is refused with %s', (_, headers) => {
  expect(post(headers as Record<string, string>)).toBe(false)
})

test.each([
  ['http://rent.example', 'language=en; session=abc'],
  ['https://rent.example', '__Host-session=abc'],
])('with a session at %s and no origin header the form’s token decides', (origin, cookie) => {
  const from = (headers: Record<string, string>) => post({ cookie, ...headers }, '/book/car/1', origin)
  expect(from({})).toBeUndefined()
  expect(from({ referer: 'https://evil.example/' })).toBe(false)
  expect(from({ origin: 'null' })).toBe(false)
})

test('GET requests are accepted from anywhere', () => {
  const headers = { origin: 'https://evil.example' }
  expect(['GET', 'HEAD', 'OPTIONS'].map((method) => mayAct({ method, receiver: 'page', headers }, ORIGIN))).toEqual([
    true,
    true,
    true,
  ])
})

test('banks return from their own origin, in every language; the API has its own check', () => {
  const foreign = { origin: 'https://bank.example' }
  for (const path of [
    '/pay_redirect',
    '/en/external-pay',
    '/de/external-pay-backup',
    '/tr/external_yek.data',
    '/api/x/',
  ]) {
    expect(post(foreign, path)).toBe(true)
  }
  expect(receiverAt('/pay_redirect/x')).toBe('page')
  expect(post(foreign, '/apis')).toBe(false)
})
