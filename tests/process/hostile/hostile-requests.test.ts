import { Worker } from 'node:worker_threads'
import { expect, test } from '@playwright/test'
import { IS_WHOLE } from '../../support/browser/matrix.ts'
import { everyCall, everyPage } from '../../support/server/every-address.ts'
import { rawRequest } from '../../support/server/process/raw-request.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

test.describe.configure({ mode: 'default' })
test.setTimeout(300_000)

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data; boundary=b'
const NO_5XX = (status: number) => status < 500
/**
 * In the sample every address gets every tenth case, starting at a different one, so that all cases and all addresses
 * are covered.
 */
const inTurn = (address: number, nth: number) => IS_WHOLE || (address + nth) % 10 === 0

let site: SiteProcess
let agent: { cookie: string; token: string }

test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await startSiteProcess()
  agent = await signedIn(site, '9120000012')
})
test.afterAll(() => site?.stop())

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Bodies that neither our pages nor our programs send. */
const BODIES: [what: string, type: string, body: string][] = [
  ['nothing', FORM, ''],
  ['an index', FORM, 'a[100000000]=1'],
  ['an index of a known field', FORM, 'phone[99]=1&receive_address[5].id=1'],
  ['an object where a text belongs', FORM, 'phone.a=1&fullname.x=1&start_date.day.x=1&id.id=1&token.a=1&intent.a=1'],
  ['a field many times', FORM, 'phone=1&phone=2&fullname=a&fullname=b&token=1&token=2&intent=a&intent=b&body=1&body=2'],
  ['a prototype', FORM, '__proto__.a=1&constructor.prototype.a=1&a.__proto__=1'],
  ['broken percent-encoding', FORM, 'phone=%E0%A4%A&%=%&fullname=%zz'],
  ['U+0000', FORM, 'phone=%00&fullname=a%00b'],
  ['controls of direction', FORM, 'fullname=%E2%80%AE%E2%81%A6x&body=%E2%80%AE&reason=%E2%80%AE'],
  [
    'huge numbers',
    FORM,
    `id=${'9'.repeat(400)}&phone=1e999&amount=1e999&score=1e400&child_seat_count=99999999999999999999&ad=1e30`,
  ],
  [
    'dates of no calendar',
    FORM,
    'start_date=0000-00-00&end_date=99999-99-99&date_of_birth=1405-13-41&start_date.day=99',
  ],
  [
    'dates of the other calendar',
    FORM,
    'start_date=1405-12-30&end_date=2029-02-30&date_of_birth=1300-01-01&start_time=25:99',
  ],
  ['JSON', JSON_TYPE, '{"phone":"1"}'],
  ['JSON that is none', JSON_TYPE, '{"id": 1,'],
  ['nested JSON', JSON_TYPE, nested(5)],
  ['JSON with a prototype', JSON_TYPE, '{"__proto__":{"a":1},"constructor":{"prototype":{}},"id":{"__proto__":1}}'],
  ['a JSON list', JSON_TYPE, '[1,2,3]'],
  ['a JSON text', JSON_TYPE, '"text"'],
  ['JSON null', JSON_TYPE, 'null'],
  ['JSON with U+0000', JSON_TYPE, '{"phone":"\\u0000","fullname":"a\\u0000","code":"\\u0000"}'],
  [
    'JSON with half a character',
    JSON_TYPE,
    '{"phone":"\\ud800","fullname":"\\udfff","code":"\\ud800","username":"\\ud800"}',
  ],
  [
    'JSON of wrong kinds',
    JSON_TYPE,
    '{"id":[],"phone":{},"city":[[]],"ids":"x","page":-1,"size":1e99,"start_date":5,"categories":{"a":1},"token":7}',
  ],
  ['multipart without a boundary', 'multipart/form-data', part('phone', '1')],
  ['multipart that breaks off', MULTIPART, part('phone', '1').slice(0, -4)],
  ['multipart that breaks off in a header', MULTIPART, '--b\r\ncontent-disposition: form-da'],
  ['multipart without an end', MULTIPART, part('phone', '1')],
  ['multipart that is none', MULTIPART, 'phone=1'],
  ['multipart without a name', MULTIPART, '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
  [
    'multipart with a file where text belongs',
    MULTIPART,
    '--b\r\ncontent-disposition: form-data; name="phone"; filename="a"\r\n\r\nx\r\n--b--\r\n',
  ],
  ['text', 'text/plain', 'phone=1'],
  ['a type that is none', 'x', 'phone=1'],
  ['XML', 'application/xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
]

const QUERIES = [
  '?ids=1&start_date=2029-01-01&end_date=2029-01-05',
  '?ids=1&ids=2&ids=99999999999999999999&ids=-1&ids=%00',
  '?id=%00&number=%00&phone=%00',
  '?city=%E0%A4%A&start_date=%&page=%zz',
  '?a[100000000]=1&brands[5000]=1&id[a][b][c]=1',
  '?__proto__=1&constructor=1&__proto__.a=1',
  `?page=${'9'.repeat(300)}&size=1e99&from=1e999&to=-1&yearFrom=9e9&seats=1e20&company=99999999999999999999`,
  '?page=-1&ordering=x&city=x&currency=x&category=x&trust_type=x&types=x&brands=x&models=-1',
  '?start_date=1405-12-30&end_date=1405-13-01&start_time=99:99&end_time=x',
  '?start_date=2029-02-30&end_date=0000-00-00&start_time=10:00&end_time=10:00',
  '?start_date.day=99&start_date.month=1405-99&end_date.day=x&start_date.year=99999',
  '?start_date=9999-12-31&end_date=9999-12-31&start_time=10:00&end_time=23:30',
  '?city=%E2%80%AE%E2%81%A6&q=%F0%9F%92%A9&returnUrl=//evil.example&returnUrl=%00&step=code&change=%00',
  `?city=${'x'.repeat(7000)}`,
  `?${'a=1&'.repeat(1500)}`,
  '?%00=1&=&&&==&?&#',
  '?use_wallet=x&transaction_code=%00&payment=x&result=x&top_up=%00&token=%00&code=%00',
]

const PATHS = [
  '/%',
  '/%00',
  '/en/%E0%A4%A',
  '/book/car/%00',
  '/book/car/99999999999999999999',
  '/book/%2e%2e/x',
  '/v/%00',
  '/voucher/%E0%A4%A',
  '/profile/reservation/%zz',
  '/api/v2/rentals/%00/',
  '/api/v2/rentals/99999999999999999999/',
  '/api/%E0%A4%A/',
  '/pictures/%00',
  '/pictures/../../etc/passwd',
  '/assets/%',
  '/book/car/62/2029-02-30/2029-02-31',
  '/book/car/62/1405-12-30/1405-13-01',
]

test('no body makes any page fail', async () => {
  const failed: string[] = []
  for (const [at, path] of everyPage().entries()) {
    for (const [nth, [what, type, body]] of BODIES.entries()) {
      if (!inTurn(at, nth)) continue
      for (const cookie of ['', agent.cookie]) {
        const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie }
        const { status } = await rawRequest(site.origin, `/en${path}`, { method: 'POST', headers, body })
        if (!NO_5XX(status)) failed.push(`${path}, ${what}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('no body makes any call fail', async () => {
  const failed: string[] = []
  const calls = everyCall().filter((call) => call.method !== 'GET')
  for (const [at, { method, path }] of calls.entries()) {
    for (const [nth, [what, type, body]] of BODIES.entries()) {
      if (!inTurn(at, nth)) continue
      for (const authorization of ['', `Bearer ${agent.token}`]) {
        const headers = { 'content-type': type, ...(authorization && { authorization }) }
        const { status } = await rawRequest(site.origin, path, { method, headers, body })
        if (!NO_5XX(status)) failed.push(`${method} ${path}, ${what}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('no query makes any page or call fail', async () => {
  const failed: string[] = []
  const calls = everyCall().filter(({ method }) => method === 'GET')
  const formsOf = (path: string) => [path, `/en${path}`, `/en${path === '/' ? '/_root' : path}.data`]
  const asked = [
    // Each of a page's three addresses gets every fifth query, starting at a different one.
    ...everyPage().flatMap((page, at) =>
      formsOf(page).map((path, form) => ({ path, turn: at + form, headers: { cookie: agent.cookie } })),
    ),
    ...calls.map(({ path }) => ({ path, turn: null, headers: { authorization: `Bearer ${agent.token}` } })),
  ]
  for (const { path, turn, headers } of asked) {
    for (const [nth, query] of QUERIES.entries()) {
      if (turn !== null && !inTurn(turn, nth)) continue
      const { status } = await rawRequest(site.origin, path + query, { headers })
      if (!NO_5XX(status)) failed.push(`${path}${query.slice(0, 80)}: ${status}`)
    }
  }
  for (const path of PATHS) {
    const { status } = await rawRequest(site.origin, path)
    if (!NO_5XX(status) || status === 200) failed.push(`${path}: ${status}`)
  }
  expect(failed).toEqual([])
})

test('unusual methods, hosts and targets are refused without an error of ours', async () => {
  for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    for (const path of ['/en', '/en/rent/car', '/en/voucher', '/en/no-such-page', '/healthzz']) {
      expect((await rawRequest(site.origin, path, { method })).status, `${method} ${path}`).toBe(405)
    }
  }
  expect((await rawRequest(site.origin, '/api/currency/', { method: 'TRACE' })).status).toBe(405)
  for (const host of ['a b', 'a/b', 'a@b', '[', 'a:b:c', 'localhost:99999', '<script>']) {
    expect((await rawRequest(site.origin, '/en', { headers: { host } })).status, host).toBe(400)
  }
  for (const target of ['*', 'http://evil.example/', 'evil']) {
    expect((await rawRequest(site.origin, target, { method: 'OPTIONS' })).status, target).toBe(400)
  }
})

test('other spellings of an API call or a bank’s return address do not bypass the check of a form’s origin', async () => {
  const headers = { origin: 'https://evil.example', 'content-type': FORM }
  for (const path of [
    '/api/../en/voucher',
    '/api/%2e%2e/en/voucher',
    '/api/..%5c/en/voucher',
    '/pay_redirect/../en/voucher',
  ]) {
    const { status } = await rawRequest(site.origin, path, { method: 'POST', headers, body: 'number=SV-1' })
    expect([308, 400, 403, 404], `${path}: ${status}`).toContain(status)
  }
})

/** Bodies that are expensive to parse: in time, in memory, or both. */
const WORST: [what: string, type: string, body: string][] = [
  ['a sparse list', FORM, 'a[100000000]=1'],
  ['a sparse list in a known field', FORM, 'phone[100000000]=1&receive_address[4294967294]=1'],
  ['a field 30,000 times', FORM, 'a=1&'.repeat(30_000)],
  ['a known field 7,000 times', FORM, 'phone=1&'.repeat(7_000)],
  [
    'ten thousand fields',
    FORM,
    Array.from({ length: 10_000 }, (_, at) => `a${at}=1`)
      .join('&')
      .slice(0, 63_000),
  ],
  ['deep names', FORM, Array.from({ length: 50 }, (_, at) => `a.b${at}${'.c[9]'.repeat(200)}=1`).join('&')],
  [
    'a long text in all fields',
    FORM,
    ['fullname', 'phone', 'body', 'address', 'email', 'returnUrl']
      .map((name) => `${name}=${'a'.repeat(10_000)}`)
      .join('&'),
  ],
  ['a long text of e-mail characters', FORM, `email=${'a@'.repeat(30_000)}`],
  ['many digits', FORM, `phone=${'9'.repeat(60_000)}`],
  ['many blanks', FORM, `fullname=${'+'.repeat(60_000)}x&email=${'+'.repeat(1_000)}x`],
  ['ten thousand parts', MULTIPART, `${part('a', '1').repeat(10_000)}--b--\r\n`],
  [
    'a part with a long header',
    MULTIPART,
    `--b\r\ncontent-disposition: form-data; name="${'n'.repeat(500_000)}"\r\n\r\nx\r\n--b--\r\n`,
  ],
  [
    'near boundaries',
    MULTIPART,
    `--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n${'\r\n--\r\n-\r\r\n'.repeat(900_000)}\r\n--b--\r\n`,
  ],
  [
    'a file of 9 MB',
    MULTIPART,
    `--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n${'i'.repeat(9_000_000)}\r\n--b--\r\n`,
  ],
  ['JSON of a hundred thousand brackets', JSON_TYPE, '['.repeat(60_000)],
  ['deep JSON', JSON_TYPE, nested(9_000)],
  ['a long JSON list', JSON_TYPE, `{"ids":[${'1,'.repeat(30_000)}1],"brands":[1]}`],
  ['a JSON object with many keys', JSON_TYPE, `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['a long JSON text', JSON_TYPE, JSON.stringify({ phone: '9'.repeat(60_000) })],
  ['large JSON', JSON_TYPE, JSON.stringify({ phone: '9'.repeat(900_000) })],
]
const MOST_MS = 50

test('no body blocks the process: another request is answered within 50 ms all the time', async () => {
  const worker = new Worker(PINGER, { eval: true, workerData: site.origin })
  const nextMessage = () => new Promise<number>((resolve) => worker.once('message', resolve))
  const targets = [
    ...everyPage().map((path) => ({ method: 'POST', path: `/en${path}` })),
    ...everyCall().filter(({ method }) => method !== 'GET'),
  ]
  const slow: string[] = []
  const send = async ({ method, path }: { method: string; path: string }, type: string, body: string) => {
    const headers = {
      'content-type': type,
      'sec-fetch-site': 'same-origin',
      cookie: agent.cookie,
      authorization: `Bearer ${agent.token}`,
    }
    await rawRequest(site.origin, path, { method, headers, body })
  }
  /** The shortest of the longest waits of another request, in milliseconds; a busy machine can delay one measurement. */
  const quickestOf = async (tries: number, ...sent: Parameters<typeof send>) => {
    let quickest = Number.POSITIVE_INFINITY
    for (let nth = 0; nth < tries && quickest > MOST_MS; nth++) {
      worker.postMessage('begin')
      await send(...sent)
      worker.postMessage('end')
      quickest = Math.min(quickest, await nextMessage())
    }
    return quickest
  }
  for (const [at, target] of targets.entries()) {
    // The first time is slower, because code is compiled.
    await send(target, FORM, 'a=1')
    for (const [nth, [what, type, body]] of WORST.entries()) {
      const isUpload = body.length > 1_000_000
      if (!isUpload && !inTurn(at, nth)) continue
      if (isUpload && !['/en/voucher', '/en/profile/profile'].includes(target.path) && !target.path.includes('upload'))
        continue
      let quickest = await quickestOf(6, target, type, body)
      // As long as a harmless form takes longer than it may, too, the machine is busy and says nothing of this body.
      for (let round = 0; round < 10 && quickest > MOST_MS; round++) {
        if ((await quickestOf(3, target, FORM, 'a=1')) <= MOST_MS / 2) round += 5
        quickest = await quickestOf(6, target, type, body)
      }
      if (quickest > MOST_MS) slow.push(`${target.method} ${target.path}, ${what}: ${Math.round(quickest)} ms`)
    }
  }
  await worker.terminate()
  expect(slow).toEqual([])
})

/** Requests /healthz without a pause and reports the longest answer since the measurement began. */
const PINGER = `
const { parentPort, workerData } = require('node:worker_threads')
const { get, Agent } = require('node:http')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest = 0
let isEnding = false
parentPort.on('message', (message) => {
  if (message === 'begin') longest = 0
  else isEnding = true
})
ping()
function ping() {
  const started = performance.now()
  get(workerData + '/healthz', { agent }, (answer) => {
    answer.resume()
    answer.on('end', () => {
      longest = Math.max(longest, performance.now() - started)
      if (isEnding) parentPort.postMessage(longest)
      isEnding = false
      setTimeout(ping, 1)
    })
  }).on('error', () => setTimeout(ping, 10))
}
`
