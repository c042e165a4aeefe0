import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../../packages/client/src/errors.ts'
import { iterate } from '../../packages/client/src/iterate.ts'
import { createSender } from '../../packages/client/src/request.ts'
import { verifyWebhook, WebhookError } from '../../packages/client/src/webhooks.ts'

const GET = 'GET /things/{id}/ -'
const CREATE = 'POST /things/ k'
const ACT = 'POST /things/{id}/act/ -'

/** A client whose server gives these answers one after the other; an error is a lost line. */
function clientOf(...answers: (Response | Error)[]) {
  const sent: Request[] = []
  const fetch = async (request: Request) => {
    sent.push(request)
    const answer = answers[sent.length - 1]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('one request too many')
    return answer
  }
  return { sent, send: createSender({ url: 'https://api.example/api/', fetch, language: 'en', token: () => 'secret' }) }
}
const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
const lost = () => new TypeError('fetch failed')

describe('a call', () => {
  test('puts its fields into path, query and body', async () => {
    const { sent, send } = clientOf(Response.json({}), Response.json({}), Response.json({}))
    await send(GET, { id: 'a/b', page: 2, types: ['suv', 'van'], none: undefined }, {})
    await send('PATCH /things/{id}/ - company', { id: 1, company: 12, name: 'x' }, {})
    await send('POST /pictures/ f', { image: new Blob(['x'], { type: 'image/png' }), of: 5 }, {})
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.example/api/things/a%2Fb/?page=2&types=suv&types=van',
      'PATCH https://api.example/api/things/1/?company=12',
      'POST https://api.example/api/pictures/',
    ])
    expect(await sent[1]?.json()).toEqual({ name: 'x' })
    expect((await sent[2]?.formData())?.get('of')).toBe('5')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
    expect(sent[0]?.headers.get('accept-language')).toBe('en')
  })

  test('is repeated with the same key after a lost line if it is done once for each key', async () => {
    const { sent, send } = clientOf(lost(), busy(), Response.json({ id: 1 }))
    expect(await send(CREATE, { name: 'x' }, {})).toEqual({ id: 1 })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    const own = clientOf(Response.json({}))
    await own.send(CREATE, {}, { idempotencyKey: 'mine' })
    expect(own.sent[0]?.headers.get('idempotency-key')).toBe('mine')
  })

  test('that could be done twice is not repeated after a lost line, but after a refusal for now', async () => {
    const once = clientOf(lost())
    await expect(once.send(ACT, { id: 1 }, {})).rejects.toBeInstanceOf(ConnectionError)
    expect(once.sent).toHaveLength(1)
    const twice = clientOf(busy(), Response.json({ done: true }))
    expect(await twice.send(ACT, { id: 1 }, {})).toEqual({ done: true })
  })

  test('waits as long as it is told, gives up after its tries, and ends at once when it is aborted', async () => {
    const late = clientOf(new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }))
    await expect(late.send(GET, { id: 1 }, {})).rejects.toMatchObject({ status: 429, retryAfter: 3600 })
    const always = clientOf(busy(), busy(), busy(), busy())
    await expect(always.send(GET, { id: 1 }, {})).rejects.toMatchObject({ status: 503 })
    expect(always.sent).toHaveLength(3)
    const aborting = new AbortController()
    const waiting = clientOf(new Response('{}', { status: 503, headers: { 'retry-after': '30' } }))
    const asked = waiting.send(GET, { id: 1 }, { signal: aborting.signal })
    setTimeout(() => aborting.abort(new Error('enough')), 20)
    await expect(asked).rejects.toThrow('enough')
  })

  test('that is refused rejects with its problem', async () => {
    const problem = { type: 'INVALID_FIELDS', detail: 'Some fields are not right.', fields: { city: ['Unknown'] } }
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'abc' }
    const { send } = clientOf(new Response(JSON.stringify(problem), { status: 400, headers }))
    const error = await send(GET, { id: 1 }, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ type: 'INVALID_FIELDS', status: 400, fields: problem.fields, requestId: 'abc' })
    const { send: sendToProxy } = clientOf(new Response('<html>', { status: 404 }))
    await expect(sendToProxy(GET, { id: 1 }, {})).rejects.toMatchObject({ type: 'UNKNOWN', status: 404 })
  })
})

test('a list is read page by page', async () => {
  const asked: number[] = []
  const list = async ({ page = 1 }: { page?: number }) => {
    asked.push(page)
    return { results: [page * 10, page * 10 + 1], next: page < 3 ? 'more' : null }
  }
  const all: number[] = []
  for await (const one of iterate(list, {})) all.push(one)
  expect(all).toEqual([10, 11, 20, 21, 30, 31])
  for await (const first of iterate(list, { page: 2 })) {
    expect(first).toBe(20)
    break
  }
  expect(asked).toEqual([1, 2, 3, 2])
})

describe('a webhook', () => {
  const SECRET = `whsec_${Buffer.from('a secret of 24 bytes ....').toString('base64')}`
  const body = JSON.stringify({ type: 'reservation.confirmed', timestamp: '2026-11-29T08:00:00Z', data: { id: 'x' } })
  const now = new Date('2026-11-29T08:00:10Z')
  const at = Math.floor(now.getTime() / 1000)
  const sign = (secret = SECRET, timestamp: number = at, text = body) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')}`
  }
  const headersOf = (signature: string, timestamp = at) => ({
    ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
  })

  test('of ours is read, also while its secret is rotated', async () => {
    const event = await verifyWebhook({ secret: SECRET, headers: headersOf(sign()), body, now })
    expect(event).toMatchObject({ type: 'reservation.confirmed', data: { id: 'x' } })
    const other = `whsec_${Buffer.from('another secret of 24 bytes').toString('base64')}`
    const both = new Headers(headersOf(`${sign(other)} ${sign()}`))
    await expect(verifyWebhook({ secret: [other, SECRET], headers: both, body, now })).resolves.toBeTruthy()
    await expect(verifyWebhook({ secret: SECRET, headers: both, body, now })).resolves.toBeTruthy()
  })

  test.each([
    ['another secret', headersOf(sign(`whsec_${Buffer.from('another').toString('base64')}`)), body],
    ['another body', headersOf(sign()), body.replace('confirmed', 'cancelled')],
    ['a time of long ago', headersOf(sign(SECRET, at - 301), at - 301), body],
    ['a time to come', headersOf(sign(SECRET, at + 301), at + 301), body],
    ['no signature of this version', headersOf(sign().replace('v1,', 'v2,')), body],
    ['a signature that is no Base64', headersOf('v1,%%%'), body],
    ['no headers', {}, body],
  ])('with %s is refused', async (_what, headers, text) => {
    const verified = verifyWebhook({ secret: SECRET, headers, body: text, now })
    await expect(verified).rejects.toBeInstanceOf(WebhookError)
  })
})
