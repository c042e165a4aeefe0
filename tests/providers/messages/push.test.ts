import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFcm } from '#app/providers/push/fcm.ts'
import { type PushMessage, retryAfter } from '#app/providers/push/push.ts'
import { createWebPush, newVapidKeys } from '#app/providers/push/web-push.ts'
import { openPushService } from '../../support/server/simulators/push-service.ts'

const now = () => new Date()
const message: PushMessage = {
  data: { title: 'رزرو SV-48213 قطعی شد', body: 'تحویل ۱۲ آذر', url: '/voucher/x', tag: 'a' },
  ttlSeconds: 3600,
  urgency: 'high',
  topic: 'a-topic',
}

describe('Web Push', async () => {
  const service = await openPushService()
  const send = createWebPush({ ...newVapidKeys(), subject: 'mailto:push@savari.example' }, { now, ca: service.ca })
  const target = () => {
    const { endpoint, keys } = service.subscribe()
    return { kind: 'web' as const, endpoint, ...keys }
  }
  beforeEach(() => service.answer(201))
  afterAll(() => service.close())

  test('arrives encrypted for the browser and signed by us, with its time to live, urgency and topic', async () => {
    expect(await send(target(), message)).toEqual({ outcome: 'sent' })
    expect(service.received.at(-1)).toMatchObject({
      data: message.data,
      ttl: 3600,
      urgency: 'high',
      topic: 'a-topic',
      subject: 'mailto:push@savari.example',
    })
  })

  test.each([
    [404, { outcome: 'gone' }],
    [410, { outcome: 'gone' }],
    [406, { outcome: 'later', seconds: 0, reason: 'status 406' }],
    [413, { outcome: 'refused', reason: 'status 413' }],
    [403, { outcome: 'refused', reason: 'status 403' }],
  ])('translates the answer %i into its outcome', async (status, outcome) => {
    service.answer(status)
    expect(await send(target(), message)).toEqual(outcome)
  })

  test('tries again later if the service is down', async () => {
    const nowhere = { ...target(), endpoint: 'https://localhost:9/x' }
    expect(await send(nowhere, message)).toMatchObject({ outcome: 'later' })
  })
})

describe('Firebase', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    projectId: 'savari-test',
    clientEmail: 'push@savari-test.example',
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    baseUrl: 'https://fcm.example',
    tokenUrl: 'https://oauth.example/token',
  }
  const asked: { url: string; body: string; headers: Headers }[] = []
  let answers: Response[] = []
  const ask: typeof fetch = async (url, init) => {
    asked.push({ url: String(url), body: String(init?.body), headers: new Headers(init?.headers) })
    if (String(url) === account.tokenUrl) return Response.json({ access_token: `t${asked.length}`, expires_in: 3599 })
    return answers.shift() ?? Response.json({ name: 'projects/savari-test/messages/1' })
  }
  let send: ReturnType<typeof createFcm>
  const target = { kind: 'token' as const, registration: 'a-registration-of-a-browser' }
  const failing = (status: number, errorCode: string, headers?: HeadersInit, text = '') =>
    Response.json({ error: { message: text, details: [{ errorCode }] } }, { status, ...(headers && { headers }) })
  beforeEach(() => {
    send = createFcm(account, { now, fetch: ask })
    asked.length = 0
    answers = []
  })

  test('gets only data, with a cached access token that a signed assertion obtained', async () => {
    expect(await send(target, message)).toEqual({ outcome: 'sent' })
    expect(await send({ kind: 'fid', registration: 'fid-1' }, message)).toEqual({ outcome: 'sent' })
    expect(asked.map(({ url }) => new URL(url).host)).toEqual(['oauth.example', 'fcm.example', 'fcm.example'])
    const assertion = new URLSearchParams(asked[0]?.body).get('assertion') ?? ''
    const { payload } = await jwtVerify(assertion, publicKey, { audience: account.tokenUrl })
    expect(payload).toMatchObject({ iss: account.clientEmail, scope: expect.stringContaining('firebase.messaging') })
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      message: {
        token: target.registration,
        data: message.data,
        webpush: { headers: { TTL: '3600', Urgency: 'high', Topic: 'a-topic' } },
      },
    })
    expect(JSON.parse(asked[2]?.body ?? '').message).toMatchObject({ fid: 'fid-1' })
  })

  test('is tried once more with a new access token if it refuses the first', async () => {
    await send(target, message)
    asked.length = 0
    answers = [Response.json({}, { status: 401 })]
    expect(await send(target, message)).toEqual({ outcome: 'sent' })
    expect(asked.filter(({ url }) => url === account.tokenUrl)).toHaveLength(1)
  })

  test.each([
    ['UNREGISTERED', failing(404, 'UNREGISTERED'), { outcome: 'gone' }],
    ['another project', failing(403, 'SENDER_ID_MISMATCH'), { outcome: 'gone' }],
    [
      'a wrong registration',
      failing(400, 'INVALID_ARGUMENT', undefined, 'The registration token is not valid'),
      { outcome: 'gone' },
    ],
    ['a wrong request', failing(400, 'INVALID_ARGUMENT', undefined, 'Invalid JSON'), { outcome: 'refused' }],
    ['a quota', failing(429, 'QUOTA_EXCEEDED'), { outcome: 'later', seconds: 60 }],
    [
      'a quota with its time',
      failing(429, 'QUOTA_EXCEEDED', { 'retry-after': '300' }),
      { outcome: 'later', seconds: 300 },
    ],
    ['an outage', failing(503, 'UNAVAILABLE', { 'retry-after': '7' }), { outcome: 'later', seconds: 7 }],
    ['an internal error', failing(500, 'INTERNAL'), { outcome: 'later' }],
  ])('translates %s into its outcome', async (_, answer, outcome) => {
    answers = [answer]
    expect(await send(target, message)).toMatchObject(outcome)
  })
})

test('Retry-After is parsed as seconds and as a date, and limited to a day', () => {
  const at = new Date('2026-11-22T06:00:00Z')
  expect(retryAfter('30', at)).toBe(30)
  expect(retryAfter('Sun, 22 Nov 2026 06:01:00 GMT', at)).toBe(60)
  expect(retryAfter('999999', at)).toBe(86_400)
  expect(retryAfter('soon', at)).toBe(0)
  expect(retryAfter(undefined, at)).toBe(0)
})
