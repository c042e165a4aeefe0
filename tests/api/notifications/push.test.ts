import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '#app/api/call/context.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { vapidKeys } from '#app/api/notifications/vapid.ts'
import { deliver } from '#app/api/work/deliver.ts'
import type { PushOutcome } from '#app/providers/push/push.ts'
import { testApi } from '../../support/api/api.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
let sara: Awaited<ReturnType<typeof signedIn>>
let other: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  sara = await signedIn(site, { phone: '+989121234567' })
  other = await signedIn(site, { phone: '+989127654321' })
})
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  for (const table of ['notification', 'message_count', 'push_endpoint', 'push_topic', 'rate_count'] as const)
    await db.deleteFrom(table).execute()
  await db.updateTable('session').set({ ended_at: null }).execute()
  await site.drain()
  site.messages.length = 0
  site.pushed.length = 0
})

const subscription = (name = 'one') => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'y'.repeat(22) },
})
const store = (who = sara, registration: unknown = subscription(), device_id = 'WEB-abc-1') =>
  who.calls.notifications.storeToken({ registration_id: registration as string, device_id, device_type: 'WEB' })
const endpoints = () => db.selectFrom('push_endpoint').selectAll().orderBy('address').execute()
const answered = (account = sara.id) =>
  db
    .transaction()
    .execute((tx) => notify(site.deps, tx, { kind: 'ticketAnswered', account, ticket: 'T1', subject: 'بیمه' }))

describe('registering for push', () => {
  test('accepts a subscription as an object or as JSON, and a registration of Firebase, under either name', async () => {
    expect(await store()).toEqual({ registered: true })
    expect(await store(sara, JSON.stringify(subscription('two')), 'WEB-abc-2')).toEqual({ registered: true })
    const token = 'c2FyYQ:APA91bH-a-registration'
    expect(await sara.calls.notifications.storeToken({ token, device_id: 'app-1', device_type: 'ANDROID' })).toEqual({
      registered: true,
    })
    expect((await endpoints()).map(({ kind }) => kind).toSorted()).toEqual(['token', 'web', 'web'])
  })

  test('a second time is answered with a message in registration_id, and stays registered', async () => {
    await store()
    expect(await refusal(store())).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { registration_id: ['already_registered'] } },
    })
    expect(await endpoints()).toHaveLength(1)
  })

  test('moves a registration to the person who signs in with it', async () => {
    await store()
    await store(other)
    expect(await endpoints()).toMatchObject([{ account_id: other.id }])
    await answered()
    await site.drain()
    expect(site.pushed).toEqual([])
  })

  test('replaces the same device’s earlier one, and keeps ten per person', async () => {
    await store(sara, subscription('old'))
    await store(sara, subscription('new'))
    expect((await endpoints()).map(({ address }) => address)).toEqual([subscription('new').endpoint])
    for (let count = 0; count < 14; count += 1) {
      site.clock.advance(1)
      await store(sara, subscription(`many-${count}`), `WEB-many-${count}`)
    }
    expect(await endpoints()).toHaveLength(10)
  })

  test.each([
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/push',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/?fcm.googleapis.com',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://push.services.mozilla.com.evil.example/x',
  ])('refuses the endpoint %s, which would receive our requests', async (endpoint) => {
    expect(await refusal(store(sara, { ...subscription(), endpoint }))).toMatchObject({
      data: { fields: { registration_id: ['registration'] } },
    })
    expect(await endpoints()).toEqual([])
  })

  test.each([
    { ...subscription(), keys: { p256dh: 'x', auth: 'y' } },
    '{"endpoint":',
    'short',
    'a'.repeat(5000),
    '<script>alert(1)</script>',
  ])('refuses an invalid registration', async (registration) => {
    expect(await refusal(store(sara, registration))).toMatchObject({ code: 'INVALID_FIELDS' })
  })

  test('reports every invalid field', async () => {
    const wrong = sara.calls.notifications.storeToken({ device_id: '' } as never)
    expect(await refusal(wrong)).toMatchObject({ data: { fields: { device_id: expect.any(Array) } } })
  })

  test('can be ended only by its own person', async () => {
    await store()
    const registration_id = subscription()
    expect(await refusal(other.calls.notifications.deactivateToken({ registration_id }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await sara.calls.notifications.deactivateToken({ registration_id })).toEqual({ registered: false })
    expect(await endpoints()).toEqual([])
  })

  test('ends with the session', async () => {
    await store()
    await sara.calls.account.logout()
    await answered()
    await site.drain()
    expect(site.pushed).toEqual([])
  })
})

describe('topics', () => {
  test('are followed at most once', async () => {
    const { subscribeTopic, unsubscribeTopic } = sara.calls.notifications
    await subscribeTopic({ topic: 'news' })
    expect(await subscribeTopic({ topic: 'news' })).toEqual({ subscribed: true })
    expect(await db.selectFrom('push_topic').selectAll().execute()).toHaveLength(1)
    expect(await unsubscribeTopic({ topic: 'news' })).toEqual({ subscribed: false })
    expect(await unsubscribeTopic({ topic: 'news' })).toEqual({ subscribed: false })
  })

  test('have names of the letters that Firebase accepts, and a maximum', async () => {
    const { subscribeTopic } = sara.calls.notifications
    for (const topic of ['', 'two words', '../x', 'خبر', 'x'.repeat(65)]) {
      expect(await refusal(subscribeTopic({ topic }))).toMatchObject({ code: 'INVALID_FIELDS' })
    }
    for (let count = 0; count < 50; count += 1) await subscribeTopic({ topic: `t${count}` })
    expect(await refusal(subscribeTopic({ topic: 'one-more' }))).toMatchObject({
      data: { fields: { topic: ['too_many_topics'] } },
    })
  })
})

describe('a notification by push', () => {
  const withPush = (outcome: PushOutcome): Deps => ({
    ...site.deps,
    push: { ...site.deps.push, send: async () => outcome },
  })
  const only = async () => (await db.selectFrom('delivery').selectAll().where('channel', '=', 'push').execute())[0]
  const deliverBy = async (outcome: PushOutcome) => deliver(withPush(outcome), { delivery: (await only())?.id ?? '' })

  test('goes to every browser of its receiver, is small, has its page’s address, and replaces the SMS', async () => {
    await store()
    await store(sara, subscription('two'), 'WEB-abc-2')
    await answered()
    await site.drain()
    expect(site.pushed).toHaveLength(2)
    expect(site.pushed[0]?.message).toMatchObject({
      data: { title: 'پاسخ به تیکت شما', url: '/profile/ticketing/T1', lang: 'fa', dir: 'rtl' },
      urgency: 'high',
    })
    expect(JSON.stringify(site.pushed[0]?.message.data).length).toBeLessThan(1500)
    expect(site.messages).toEqual([])
  })

  test('that a push service rejects for good removes the browser', async () => {
    await store()
    await answered()
    await deliverBy({ outcome: 'gone' })
    expect(await only()).toMatchObject({ status: 'FAILED', reason: 'gone' })
    expect(await endpoints()).toEqual([])
  })

  test('waits as long as its service asks', async () => {
    await store()
    await answered()
    await deliverBy({ outcome: 'later', seconds: 600, reason: 'status 429' })
    expect((await only())?.next_at).toEqual(new Date('2026-11-23T05:40:00Z'))
    site.clock.advance(9)
    await site.sweep()
    expect(site.pushed).toEqual([])
    site.clock.advance(2)
    await site.sweep()
    expect(site.pushed).toHaveLength(1)
    expect(await only()).toMatchObject({ status: 'SENT' })
  })
})

test('the list has a person’s own notifications, newest first, with their channels', async () => {
  await store()
  await answered()
  site.clock.advance(1)
  await answered()
  await answered(other.id)
  await site.drain()
  const { results } = await sara.calls.notifications.list()
  expect(results).toMatchObject([
    { kind: 'ticketAnswered', at: '2026-11-23T05:31:00.000Z', sent: [{ channel: 'push', status: 'SENT' }] },
    { kind: 'ticketAnswered', at: '2026-11-23T05:30:00.000Z', path: '/profile/ticketing/T1' },
  ])
})

test('our own push keys are made once, however many processes start', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => vapidKeys(db)))
  expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1)
})

describe('diagnosis', () => {
  test('names what is not configured but no secrets, and shows people only their own devices', async () => {
    await store()
    await store(other, subscription('two'), 'WEB-other-1')
    const nobody = await site.as().notifications.diagnose()
    expect(nobody).toMatchObject({ firebase: { project: null, lacking: ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'] } })
    expect(nobody.vapid_key).toHaveLength(8)
    expect(nobody.devices).toEqual([])
    const { devices } = await sara.calls.notifications.diagnose()
    expect(devices).toEqual([
      { kind: 'web', device_type: 'WEB', last_seen_at: '2026-11-23T05:30:00.000Z', last_error: null },
    ])
    expect(JSON.stringify(devices)).not.toContain('fcm.googleapis.com')
  })

  test('a test goes only to the person’s own browsers, six times an hour', async () => {
    await store()
    await store(other, subscription('two'), 'WEB-other-1')
    expect(await sara.calls.notifications.test()).toEqual({ devices: 1 })
    await site.drain()
    expect(site.pushed).toHaveLength(1)
    expect(site.pushed[0]).toMatchObject({ target: { endpoint: subscription().endpoint } })
    expect(site.messages).toEqual([])
    for (let at = 0; at < 5; at++) await sara.calls.notifications.test()
    expect(await refusal(sara.calls.notifications.test())).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('without a device a test sends nothing, not even an SMS', async () => {
    expect(await sara.calls.notifications.test()).toEqual({ devices: 0 })
    await site.drain()
    expect([...site.messages, ...site.pushed]).toEqual([])
  })
})
