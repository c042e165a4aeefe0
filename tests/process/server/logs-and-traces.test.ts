import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { sampleDriver } from '../../bench/sample-driver.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { logLines, wrongLines } from '../../support/server/process/log-lines.ts'
import { type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { type ReceivedSpan, startTraceReceiver } from '../../support/server/simulators/trace-receiver.ts'

test.setTimeout(240_000)
test.describe.configure({ mode: 'default' })

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const during = { start_date: day(40), start_time: '10:00', end_date: day(44), end_time: '10:00' }
const PHONE = '9121112233'
const PERSON = '9121112244'
/** Spans are sent every five seconds. */
const POLL = { timeout: 30_000 }

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let api: SiteProcess
let site: SiteProcess

test.beforeAll(async () => {
  test.setTimeout(240_000)
  receiver = await startTraceReceiver()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, TRUSTED_PROXIES: '127.0.0.1,::1' }
  api = await startSiteProcess({ ...traced, OTEL_SERVICE_NAME: 'savari-api', SLOW_QUERY_MS: '1' })
  const port = String(await freePort())
  site = await startSiteProcess({ ...traced, PORT: port, API_BASE_URL: `${api.origin}/api`, BANK_PORT: '' })
})

test.afterAll(async () => {
  await site?.stop()
  await api?.stop()
  receiver?.close()
})

test('a page is one trace, from the proxy before it to the statements of its calls', async () => {
  await expect.poll(() => searched(api), POLL).toBe('search in memory')
  const { traceparent, traceId, parentId } = newTrace()
  const answer = await fetch(`${api.origin}/en/rent/car?city=1061&to=${10_000_000 + Math.ceil(Math.random() * 1e6)}`, {
    headers: { traceparent, cookie: 'private=1' },
  })
  expect(answer.status).toBe(200)
  const spans = await spansOf(traceId, (all) => all.some(({ name }) => name === 'GET /rent/car'))
  const request = spanOf(spans, 'GET /rent/car')
  expect(request).toMatchObject({ parentSpanId: parentId, kind: 2, service: 'savari-api' })
  expect(request.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'savari.request': answer.headers.get('x-request-id'),
  })
  expect(parentOf(spans, spanOf(spans, 'render a page'))).toBe(request)
  const call = spans.find(({ attributes }) => String(attributes['savari.call']).endsWith('/ad/search/'))
  expect(call && parentOf(spans, call)).toBe(request)
  const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) expect(rootOf(spans, statement)).toBe(request)
  expect(spans.filter(({ isError }) => isError)).toEqual([])
  const lines = logLines(api.output()).filter((line) => line.traceId === traceId)
  expect(lines.map(({ event }) => event)).toContain('request')
})

test('a search in memory is a part of its call', async () => {
  const { traceparent, traceId } = newTrace()
  await search(api, { traceparent })
  const spans = await spansOf(traceId, (all) => all.some(({ name }) => name === 'POST /api/business/rent/ad/search/'))
  const found = spanOf(spans, 'search in memory')
  expect(parentOf(spans, found)?.attributes['savari.call']).toBe('POST /business/rent/ad/search/')
})

test('what a call puts into the queue goes on with its trace, to the message that is sent', async () => {
  const { traceparent, traceId } = newTrace()
  const answer = await post(`${api.origin}/api/users/login/`, { phone: PHONE, country_code: '+98' }, { traceparent })
  expect(answer.status, await answer.text()).toBe(200)
  const spans = await spansOf(traceId, (all) => all.some(({ name }) => name === 'job deliver'))
  const job = spanOf(spans, 'job deliver')
  expect(job.kind).toBe(5)
  expect(rootOf(spans, job).name).toBe('POST /api/users/login/')
  expect(parentOf(spans, spanOf(spans, 'send a message'))).toBe(job)
  expect(ancestorsOf(spans, job).map(({ name }) => name)).toContain('transaction')
})

test('a site with a remote API goes on in the same trace', async () => {
  const { traceparent, traceId, parentId } = newTrace()
  const answer = await fetch(`${site.origin}/en/rent/car?city=1061&to=${10_000_000 + Math.ceil(Math.random() * 1e6)}`, {
    headers: { traceparent, cookie: 'private=1' },
  })
  expect(answer.status).toBe(200)
  const names = ['GET /rent/car', 'call ads.search', 'POST /api/business/rent/ad/search/']
  const spans = await spansOf(traceId, (all) => names.every((name) => all.some((span) => span.name === name)))
  const call = spanOf(spans, 'POST /api/business/rent/ad/search/')
  expect(call.service).toBe('savari-api')
  const asking = parentOf(spans, call)
  expect(asking).toMatchObject({ name: 'call ads.search', service: 'savari', kind: 3 })
  expect(rootOf(spans, asking!).parentSpanId).toBe(parentId)
})

test('neither the log nor a trace names a person or has a secret, and every line is described', async () => {
  await post(`${api.origin}/api/users/login/`, { phone: PERSON, country_code: '+98' }, {})
  const code = await codeFor(api, `+98${PERSON}`)
  const wrong = await post(`${api.origin}/api/users/token/`, { phone: PERSON, country_code: '+98', token: '00000' }, {})
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const proof = { phone: PERSON, country_code: '+98', token: code }
  const signedIn = await send('PATCH', `${api.origin}/api/users/activate/`, proof, {})
  const tokens = (await signedIn.json()) as { access: string; refresh: string }
  expect(tokens.access).toEqual(expect.any(String))
  const authorization = `Bearer ${tokens.access}`
  await fetch(`${api.origin}/api/users/profile/`, { headers: { authorization } })
  const driver = sampleDriver(7)
  const [first] = (await search(api, {})).results
  const reserved = await post(`${api.origin}/api/v2/rentals/${first?.id}/reserve/`, { ...during, ...driver }, {})
  const { id } = (await reserved.json()) as { id: string }
  await fetch(`${api.origin}/en/voucher/${id}`)
  await fetch(`${api.origin}/en/rent/car?phone=${PERSON}`)
  await fetch(`${api.origin}/en/voucher/${tokens.refresh}`)
  await post(`${api.origin}/api/users/token/`, { refresh: tokens.refresh }, {})
  const before = receiver.spans.length
  await expect.poll(() => receiver.spans.length, POLL).toBeGreaterThan(before)
  for (const written of [api.output(), JSON.stringify(receiver.spans)]) {
    for (const secret of [
      PHONE,
      PERSON,
      driver.phone,
      driver.national_id,
      driver.fullname,
      tokens.access,
      tokens.refresh,
      id,
    ])
      expect(written).not.toContain(secret)
  }
  expect(logLines(api.output()).map(({ event }) => event)).toEqual(expect.arrayContaining(['request', 'slow query']))
  for (const output of [api.output(), site.output()]) expect(wrongLines(output)).toEqual([])
})

test('a stranger does not choose the trace', async () => {
  const { traceparent, traceId } = newTrace()
  const untrusted = await startSiteProcess({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_SERVICE_NAME: 'untrusting' },
    ...{ API_BASE_URL: `${api.origin}/api`, BANK_PORT: '' },
  })
  await fetch(`${untrusted.origin}/en/pages/contact`, { headers: { traceparent } })
  await untrusted.stop()
  const own = receiver.spans.filter(({ service }) => service === 'untrusting')
  // What was left when it stopped has been sent, too.
  expect(own.map(({ name }) => name)).toContain('GET /pages/contact')
  expect(own.some((span) => span.traceId === traceId)).toBe(false)
})

function newTrace() {
  const [traceId, parentId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, parentId, traceparent: `00-${traceId}-${parentId}-01` }
}

async function spansOf(traceId: string, areThere: (spans: ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]> {
  const found = () => receiver.spans.filter((span) => span.traceId === traceId)
  await expect.poll(() => areThere(found()), POLL).toBe(true)
  return found()
}

function spanOf(spans: ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

const parentOf = (spans: ReceivedSpan[], { parentSpanId }: ReceivedSpan) =>
  spans.find(({ spanId }) => spanId === parentSpanId)

function ancestorsOf(spans: ReceivedSpan[], span: ReceivedSpan): ReceivedSpan[] {
  const parent = parentOf(spans, span)
  return parent ? [parent, ...ancestorsOf(spans, parent)] : []
}

const rootOf = (spans: ReceivedSpan[], span: ReceivedSpan) => ancestorsOf(spans, span).at(-1) ?? span

async function searched(from: SiteProcess): Promise<string> {
  await search(from, {})
  return receiver.spans.findLast(({ name }) => name.startsWith('search in'))?.name ?? ''
}

async function search(from: SiteProcess, headers: Record<string, string>): Promise<{ results: { id: number }[] }> {
  const asked = { city: 1061, categories: [2], ...during }
  return (await (await post(`${from.origin}/api/business/rent/ad/search/?size=1`, asked, headers)).json()) as {
    results: { id: number }[]
  }
}

const post = (url: string, body: object, headers: Record<string, string>) => send('POST', url, body, headers)

function send(method: string, url: string, body: object, headers: Record<string, string>) {
  const headersOfAll = { 'content-type': 'application/json', ...headers }
  return fetch(url, { method, headers: headersOfAll, body: JSON.stringify(body) })
}

async function codeFor({ dataDir }: SiteProcess, to: string): Promise<string> {
  const sent = () =>
    readFileSync(join(dataDir, 'outbox.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { to: string; code?: string })
      .findLast((message) => message.to === to && message.code)?.code
  await expect.poll(sent, POLL).toBeDefined()
  return sent() ?? ''
}
