import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { claimDue, sendClaimed } from '#app/api/company/developers/webhooks/send-due.ts'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import { isPrivateAddress } from '#app/providers/network/public-address.ts'
import { createWebhookSend } from '#app/providers/webhooks/send-webhook.ts'
import { MOST_WEBHOOKS, webhookSignature } from '#app/rules/access/webhook.ts'
import { testApi } from '../../../support/api/api.ts'
import { storeKey } from '../../../support/api/api-key.ts'
import { loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { storeWebhook } from '../../../support/api/webhook.ts'
import { type Received, type WebhookAnswer, webhookReceiver } from '../../../support/api/webhook-receiver.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const receiver = await webhookReceiver()
const { received, answers, origin } = receiver
afterAll(() => receiver.close())

const local = (address: string) => address !== '127.0.0.1' && isPrivateAddress(address)
const sendWebhook = createWebhookSend({ isForbidden: local, isPlainAllowed: true, withinMs: 500 })
const { db, url } = await testDatabase()
const site = await testApi({ db, sendWebhook })
await loadFleet(db)
const { agency, elsewhere } = await fiveIdentities(site)
const webhooks = () => agency.calls.company.developers.webhooks
const company = TOMAN.company

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await db.deleteFrom('webhook').execute()
  await db.deleteFrom('event').execute()
  await db.deleteFrom('rate_count').execute()
  received.splice(0)
  answers.clear()
  site.messages.splice(0)
})
afterEach(() => expect(site.reported.splice(0)).toEqual([]))

/** An endpoint at the receiver, to which nothing waits to be sent. */
async function endpoint(path: string, facts: Partial<Parameters<typeof storeWebhook>[1]> = {}) {
  const made = await storeWebhook(site, { company, url: `${origin}${path}`, ...facts })
  await db.deleteFrom('webhook_delivery').where('id', '=', made.delivery).execute()
  return made
}

let year = 1990
/** Something happens to a vehicle of the company. */
async function happen() {
  year = year > 2020 ? 1990 : year + 1
  await db.updateTable('ad').set({ year }).where('id', '=', TOMAN.ad).execute()
}

/** What is due is published and sent, once each. */
async function sendDue() {
  await publishEvents(site.deps)
  const claimed = await claimDue(site.deps)
  await Promise.all(claimed.map((delivery) => sendClaimed(site.deps, delivery)))
  return claimed.length
}

const triesOf = async (webhook: number) => {
  const { results } = await webhooks().deliveries({ id: webhook })
  return Promise.all(results.map(({ id }) => webhooks().delivery({ id })))
}

describe('an endpoint', () => {
  test('is created with a secret that is shown once, at an address of its own', async () => {
    const { key } = await storeKey(site, { company, scopes: ['webhooks:write'] })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ url: 'https://crm.example/hooks', events: ['vehicle.changed'] })
    const answer = await site.fetch('/api/desk/webhooks/', { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    const { secret, ...made } = await answer.json()
    expect(answer.headers.get('location')).toMatch(new RegExp(`/api/desk/webhooks/${made.id}/$`))
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toMatchObject({ url: 'https://crm.example/hooks', events: ['vehicle.changed'], is_on: true })
    expect(await webhooks().read({ id: made.id })).toEqual(made)
    const rows = await db.selectFrom('webhook_secret').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
    expect((await refusal(elsewhere.calls.company.developers.webhooks.read({ id: made.id }))).code).toBe('NOT_FOUND')
  })

  test('has an address by TLS without credentials, and a company has ten', async () => {
    for (const address of ['http://crm.example/', 'https://me:secret@crm.example/', 'ftp://crm.example', 'crm'])
      expect((await refusal(webhooks().create({ url: address }))).data).toMatchObject({
        fields: { url: [expect.anything()] },
      })
    for (let count = 0; count < MOST_WEBHOOKS; count += 1) await endpoint('/many')
    expect((await refusal(webhooks().create({ url: 'https://crm.example/' }))).code).toBe('INVALID_FIELDS')
  })

  test('gets the events that it wants, signed, with the same id in each try', async () => {
    const { id, secret } = await endpoint('/wants', { events: ['vehicle.changed'] })
    await endpoint('/others', { events: ['payout.sent'] })
    answers.set('/wants', (response) => response.writeHead(500).end('broken'))
    await happen()
    expect(await sendDue()).toBe(1)
    answers.delete('/wants')
    expect(await sendDue()).toBe(0)
    site.clock.advance(0.1)
    expect(await sendDue()).toBe(1)
    expect(received.map(({ path }) => path)).toEqual(['/wants', '/wants'])
    const [first, second] = received
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id'])
    for (const { headers, body } of received) {
      const message = { id: String(headers['webhook-id']), seconds: Number(headers['webhook-timestamp']), body }
      expect(headers['webhook-signature']).toBe(webhookSignature([secret], message))
    }
    const sent = JSON.parse(second?.body ?? '')
    expect(sent).toMatchObject({ type: 'vehicle.changed', data: { vehicle: { id: TOMAN.ad } } })
    const [delivery] = await triesOf(id)
    expect(delivery).toMatchObject({ status: 'DELIVERED', event: first?.headers['webhook-id'], body: second?.body })
    expect(delivery?.tries).toMatchObject([
      { status: 204, response_headers: { 'set-cookie': '…' }, request_headers: { 'webhook-signature': 'v1,…' } },
      { status: 500, response_body: 'broken' },
    ])
  })

  test('signs with both secrets for a day after a rotation', async () => {
    const { id, secret } = await endpoint('/rotated')
    const rotated = await webhooks().rotate({ id })
    expect(rotated.former_until).toBe('2026-11-24T05:30:00.000Z')
    const during = await sendTest(id)
    expect(during.signature).toBe(webhookSignature([rotated.secret, secret], during.message))
    site.clock.advance(24 * 60)
    const after = await sendTest(id)
    expect(after.signature).toBe(webhookSignature([rotated.secret], after.message))
  })

  test('gets a test even while it is switched off', async () => {
    const { id } = await endpoint('/tested')
    await webhooks().change({ id, is_on: false })
    await happen()
    const made = await webhooks().test({ id })
    expect(made).toMatchObject({ type: 'webhook.test', status: 'WAITING', event: null })
    expect(await sendDue()).toBe(1)
    expect(received).toMatchObject([{ path: '/tested', headers: { 'webhook-id': made.id } }])
  })
})

/** A test that is sent now, without the call, for which nobody is signed in after a day. */
async function sendTest(id: number) {
  const at = site.deps.now()
  await db.insertInto('webhook_delivery').values({ webhook_id: id, next_at: at, created_at: at }).execute()
  await sendDue()
  const { headers, body }: Pick<Received, 'headers' | 'body'> = received.at(-1) ?? { headers: {}, body: '' }
  const message = { id: String(headers['webhook-id']), seconds: Number(headers['webhook-timestamp']), body }
  return { signature: headers['webhook-signature'], message }
}

describe('a receiver that', () => {
  const ways: [string, WebhookAnswer, object][] = [
    ['fails', (response) => response.writeHead(500).end(), { status: 500 }],
    [
      'redirects to this machine',
      (response) => response.writeHead(302, { location: `${origin}/inside` }).end(),
      { status: 302 },
    ],
    ['never answers', () => {}, { status: null, problem: 'too_slow' }],
    ['hangs within its answer', (response) => response.writeHead(200).write('so far'), { problem: 'too_slow' }],
    ['ends the connection', (response) => response.destroy(), { problem: 'unreachable' }],
  ]
  test.each(ways)('%s gets it again', async (_, answer, expected) => {
    const { id } = await endpoint('/bad')
    answers.set('/bad', answer)
    await happen()
    await sendDue()
    const [delivery] = await triesOf(id)
    expect(delivery).toMatchObject({ status: 'WAITING', failures: 1, tries: [expected] })
    expect(delivery?.next_at).toBe('2026-11-23T05:30:05.000Z')
    expect(received).toHaveLength(1)
  })

  test('answers without end is read to sixteen kilobytes', async () => {
    const { id } = await endpoint('/huge')
    answers.set('/huge', (response) => {
      response.writeHead(200)
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 'a')));
      }
      response.on('drain', more).on('error', () => {})
      more()
    })
    await happen()
    await sendDue()
    const [delivery] = await triesOf(id)
    expect(delivery).toMatchObject({ status: 'DELIVERED' })
    expect(delivery?.tries[0]?.response_body).toHaveLength(16_384)
  })

  test('is gone gets no more, and its owner is notified', async () => {
    const { id } = await endpoint('/gone')
    answers.set('/gone', (response) => response.writeHead(410).end())
    await happen()
    await sendDue()
    expect(await webhooks().read({ id })).toMatchObject({ is_on: false, failed_at: '2026-11-23T05:30:00.000Z' })
    await happen()
    expect(await sendDue()).toBe(0)
    await site.drain()
    const sent = await db.selectFrom('notification').select('kind').where('kind', '=', 'webhookOff').execute()
    expect(sent.length).toBeGreaterThan(0)
  })

  test('has a private address is never reached', async () => {
    const send = createWebhookSend()
    const at = (address: string) => send({ url: address, headers: {}, body: '{}' })
    for (const address of [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://localhost/',
    ])
      expect(await at(address), address).toEqual({ problem: 'private' })
    expect(await at(`${origin}/`)).toEqual({ problem: 'address' })
    expect(received).toEqual([])
  })

  test('fails for hours is tried eight times by the schedule', async () => {
    const { id } = await endpoint('/down')
    answers.set('/down', (response) => response.writeHead(503).end())
    await happen()
    for (const minutes of [0, 0.1, 5, 30, 120, 300, 600, 600]) {
      site.clock.advance(minutes)
      expect(await sendDue()).toBe(1)
      expect(await sendDue()).toBe(0)
    }
    site.clock.advance(10_000)
    expect(await sendDue()).toBe(0)
    expect(received).toHaveLength(8)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const row = await db.selectFrom('webhook_delivery').select('status').where('webhook_id', '=', id).executeTakeFirst()
    expect(row?.status).toBe('FAILED')
  })

  test('is switched off is tried once, when somebody has something sent', async () => {
    const { id } = await endpoint('/off')
    await webhooks().change({ id, is_on: false })
    answers.set('/off', (response) => response.writeHead(500).end())
    await webhooks().test({ id })
    expect(await sendDue()).toBe(1)
    const [delivery] = await triesOf(id)
    expect(delivery).toMatchObject({ status: 'FAILED', next_at: null, failures: 1 })
    site.clock.advance(10_000)
    expect(await sendDue()).toBe(0)
  })

  test('fails for five days is switched off', async () => {
    const { id } = await endpoint('/dead')
    answers.set('/dead', (response) => response.writeHead(500).end())
    const row = () => db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let day = 0; day < 5; day += 1) {
      await happen()
      await sendDue()
      expect((await row()).is_on).toBe(true)
      site.clock.advance(24 * 60)
    }
    await happen()
    await sendDue()
    expect(await row()).toMatchObject({ is_on: false })
    expect(await sendDue()).toBe(0)
  })
})

describe('deliveries', () => {
  test('of a process that was killed are sent by another one, and never by two at a time', async () => {
    await endpoint('/killed')
    await happen()
    await publishEvents(site.deps)
    const both = await Promise.all([claimDue(site.deps), claimDue(site.deps), claimDue(site.deps)])
    expect(both.flat()).toHaveLength(1)
    expect(await sendDue()).toBe(0)
    site.clock.advance(1)
    expect(await sendDue()).toBe(1)
    expect(received).toHaveLength(1)
  })

  test('to a slow receiver are five at a time, and delay nobody else', async () => {
    await endpoint('/slow')
    await endpoint('/quick')
    answers.set('/slow', (response) => void setTimeout(() => response.writeHead(204).end(), 100))
    for (let count = 0; count < 8; count += 1) await happen()
    await publishEvents(site.deps)
    const first = await claimDue(site.deps)
    expect(first).toHaveLength(10)
    expect(await claimDue(site.deps)).toEqual([])
    await Promise.all(first.map((delivery) => sendClaimed(site.deps, delivery)))
    expect(await sendDue()).toBe(6)
    expect(received).toHaveLength(16)
  })

  test('are sent again with the same id, one or all since a moment in parts', async () => {
    const { id } = await endpoint('/again')
    for (let count = 0; count < 3; count += 1) await happen()
    await sendDue()
    const ids = () => received.splice(0).map(({ headers }) => headers['webhook-id'])
    const sent = ids()
    const { results } = await webhooks().deliveries({ id })
    const [one] = results
    await webhooks().resend({ id: one?.id ?? '' })
    await sendDue()
    expect(ids()).toEqual([one?.event])
    const since = '2026-11-20T00:00:00Z'
    expect(await webhooks().replay({ id, since, only_failed: true })).toEqual({ count: 0, after: null })
    expect(await webhooks().replay({ id, since })).toEqual({ count: 3, after: null })
    await sendDue()
    expect(new Set(ids())).toEqual(new Set(sent))
  })

  test('can be listed by their status', async () => {
    const { id } = await endpoint('/listed')
    answers.set('/listed', (response) => response.writeHead(500).end())
    await happen()
    await sendDue()
    await webhooks().change({ id, is_on: false })
    await webhooks().change({ id, is_on: true })
    answers.delete('/listed')
    for (let count = 0; count < 2; count += 1) await happen()
    await sendDue()
    const listed = async (status?: 'WAITING' | 'DELIVERED' | 'FAILED') => {
      const { count, results } = await webhooks().deliveries({ id, status, size: 2 })
      return [count, ...results.map((delivery) => delivery.status)]
    }
    expect(await listed()).toEqual([3, 'DELIVERED', 'DELIVERED'])
    expect(await listed('FAILED')).toEqual([1, 'FAILED'])
    expect(await listed('WAITING')).toEqual([0])
  })

  test('by running processes reach the receiver once each, without a clock', async () => {
    await endpoint('/running')
    const logged: string[] = []
    const options = { deps: site.deps, url, log: (line: string) => logged.push(line) }
    const processes = [await startWebhooks(options), await startWebhooks(options)]
    for (let count = 0; count < 12; count += 1) await happen()
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(12)
    await Promise.all(processes.map(({ stop }) => stop()))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
    expect(logged).toEqual([])
  })
})

test('signatures are those of the standard', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1_614_265_330, body: '{"test": 2432232314}' }
  // By `standardwebhooks` 1.1.1.
  expect(webhookSignature(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
