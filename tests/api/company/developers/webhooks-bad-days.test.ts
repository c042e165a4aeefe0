import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { claimDue, sendClaimed } from '#app/api/company/developers/webhooks/send-due.ts'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import { actingAs } from '#app/db/connection/actor.ts'
import { isPrivateAddress } from '#app/providers/network/public-address.ts'
import { createWebhookSend } from '#app/providers/webhooks/send-webhook.ts'
import { REPLAYED_AT_ONCE } from '#app/rules/access/webhook.ts'
import { testApi } from '../../../support/api/api.ts'
import { storeKey } from '../../../support/api/api-key.ts'
import { loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { storeWebhook } from '../../../support/api/webhook.ts'
import { webhookReceiver } from '../../../support/api/webhook-receiver.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { makeCertificate } from '../../../support/server/process/certificate.ts'

/** How many events each of the bad receivers is sent; `WEBHOOK_EVENTS=10000` is the long form. */
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 60)
/** How many events are sent again; `WEBHOOK_REPLAY=1000000` is the long form. */
const REPLAYED = Number(process.env.WEBHOOK_REPLAY ?? 2500)
const IS_LONG = EVENTS > 1000
const LONG_MS = 1_200_000
/** How long a slow receiver takes. */
const SLOW_MS = IS_LONG ? 14_000 : 400

const company = TOMAN.company
const NOW = '2026-11-23T05:30:00Z'
const receiver = await webhookReceiver()
const { received, answers, origin, idsAt } = receiver
const { key, cert } = makeCertificate()
const untrusted = createTlsServer({ key, cert }, (_, response) => response.writeHead(204).end())
await new Promise<void>((done) => untrusted.listen(0, '127.0.0.1', done))
const untrustedPort = (untrusted.address() as AddressInfo).port
afterAll(() => {
  receiver.close()
  untrusted.close()
})

const sendWebhook = createWebhookSend({
  isForbidden: (address) => address !== '127.0.0.1' && isPrivateAddress(address),
  isPlainAllowed: true,
  withinMs: IS_LONG ? undefined : 2_000,
})
const { db, url } = await testDatabase()
const site = await testApi({ db, sendWebhook })
await loadFleet(db)
const { agency } = await fiveIdentities(site)
const children: ChildProcess[] = []

beforeEach(async () => {
  site.clock.set(NOW)
  await sql`truncate webhook, event cascade`.execute(db)
  await db.deleteFrom('rate_count').execute()
  received.splice(0)
  answers.clear()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  expect(site.reported.splice(0)).toEqual([])
})

/** An endpoint to which nothing waits to be sent. */
async function endpoint(address: string) {
  const made = await storeWebhook(site, { company, url: address.startsWith('/') ? `${origin}${address}` : address })
  await db.deleteFrom('webhook_delivery').where('id', '=', made.delivery).execute()
  return made.id
}

/** So many committed events, none of which is published. */
async function happen(count: number) {
  await sql`
    insert into event (company_id, type, subject, at, transaction)
    select ${company}, 'vehicle.changed', ${TOMAN.ad}::text, ${site.deps.now()}, (1000000 + number)::text::xid8
    from generate_series(1, ${count}::int) as number`.execute(db)
  await sql`select pg_notify('savari_events', '')`.execute(db)
}

async function eventIds(): Promise<Set<string>> {
  return new Set((await db.selectFrom('event').select('id').execute()).map(({ id }) => id))
}

/** A process of its own, with a clock that may be wrong. */
async function startProcess(now = NOW): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['tests/support/api/webhook-process.ts'], {
    env: { ...process.env, WEBHOOK_DATABASE: url, WEBHOOK_SECRET: site.deps.settings.secret, WEBHOOK_NOW: now },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const allArrived = (path: string, ids: ReadonlySet<string>, timeout = 30_000) =>
  expect.poll(() => new Set(idsAt(path)), { timeout, interval: 50 }).toEqual(ids)

test('receivers that misbehave delay no other one, and each gets every event in the end, none invented', {
  timeout: LONG_MS,
}, async () => {
  const bad = ['/slow', '/broken', '/elsewhere', '/huge']
  const ids = new Map<string, number>()
  for (const path of [...bad, '/gone', '/good']) ids.set(path, await endpoint(path))
  const tls = await endpoint(`https://127.0.0.1:${untrustedPort}/`)
  answers.set('/slow', (response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS))
  answers.set('/broken', (response) => response.writeHead(500).end())
  answers.set('/gone', (response) => response.writeHead(410).end())
  answers.set('/elsewhere', (response) => response.writeHead(307, { location: `${origin}/inside` }).end())
  // A gigabyte, if it is taken.
  answers.set('/huge', (response) => {
    let left = 16_384
    response.writeHead(500).on('error', () => {})
    const more = () => {
      while (left-- > 0 && response.write(Buffer.alloc(65_536, 'a')));
      if (left <= 0) response.end()
    }
    response.on('drain', more)
    more()
  })
  await happen(EVENTS)
  const logged: string[] = []
  const options = { deps: site.deps, url, log: (line: string) => logged.push(line) }
  const processes = [await startWebhooks(options), await startWebhooks(options)]
  const began = performance.now()
  await expect.poll(() => idsAt('/good').length, { timeout: LONG_MS, interval: 50 }).toBeGreaterThanOrEqual(EVENTS)
  const took = performance.now() - began
  const all = await eventIds()
  expect(new Set(idsAt('/good'))).toEqual(all)
  // The slow one takes five at a time, and has most of it still before it.
  expect(idsAt('/slow').length).toBeLessThan(5 * Math.ceil(took / SLOW_MS + 2))
  if (IS_LONG) console.log(`${EVENTS} events to seven receivers, the good one after ${Math.round(took)} ms`)
  if (!IS_LONG) {
    // All are tried once; then they behave, and time passes.
    for (const path of ['/broken', '/elsewhere', '/huge']) await allArrived(path, all)
    await allArrived('/slow', all)
    answers.clear()
    await expect.poll(failuresSettled, { timeout: 10_000 }).toBe(0)
    received.splice(0)
    site.clock.advance(0.1)
    for (const path of ['/broken', '/elsewhere', '/huge']) await allArrived(path, all)
  }
  await Promise.all(processes.map(({ stop }) => stop()))
  expect(idsAt('/inside')).toEqual([])
  expect(logged).toEqual([])
  const gone = await db
    .selectFrom('webhook')
    .select('is_on')
    .where('id', '=', ids.get('/gone') ?? 0)
    .executeTakeFirst()
  expect(gone?.is_on).toBe(false)
  const problems = await db
    .selectFrom('webhook_try')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'webhook_try.delivery_id')
    .select('problem')
    .distinct()
    .where('webhook_id', '=', tls)
    .execute()
  expect(problems).toEqual([{ problem: 'certificate' }])
  const longest = await db
    .selectFrom('webhook_try')
    .select((of) => of.fn.max(sql<number>`length(response_body)`).as('length'))
    .executeTakeFirst()
  expect(longest?.length).toBe(16_384)
})

/** How many deliveries are under way or untried. */
async function failuresSettled(): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'WAITING')
    .where((of) => of.or([of('leased_until', 'is not', null), of('failures', '=', 0)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('a process', () => {
  test('that is killed between commit and delivery loses no event', { timeout: 60_000 }, async () => {
    await endpoint('/killed')
    await happen(20)
    answers.set('/killed', () => {})
    const first = await startProcess()
    await expect.poll(() => idsAt('/killed').length, { timeout: 20_000 }).toBe(5)
    await kill(first)
    const interrupted = new Set(idsAt('/killed'))
    answers.clear()
    received.splice(0)
    await startProcess('2026-11-23T05:31:30Z')
    const all = await eventIds()
    expect(all.size).toBe(20)
    await allArrived('/killed', all)
    const again = idsAt('/killed')
    expect(again).toHaveLength(20)
    for (const id of interrupted) expect(again).toContain(id)
  })

  test('killed after the receiver answered sends the same id again', { timeout: 60_000 }, async () => {
    const id = await endpoint('/answered')
    await happen(1)
    // It has sent it, and dies before it stores that.
    await publishEvents(site.deps)
    const [claimed] = await claimDue(site.deps)
    if (!claimed) throw new Error('nothing was due')
    const dying: typeof sendWebhook = async (sent) => {
      await sendWebhook(sent)
      throw new Error('killed')
    }
    await expect(sendClaimed({ ...site.deps, sendWebhook: dying }, claimed)).rejects.toThrow('killed')
    expect(idsAt('/answered')).toHaveLength(1)
    await startProcess('2026-11-23T05:31:30Z')
    await expect.poll(() => idsAt('/answered').length, { timeout: 20_000 }).toBe(2)
    expect(new Set(idsAt('/answered'))).toEqual(await eventIds())
    await expect
      .poll(
        async () =>
          (await db.selectFrom('webhook_delivery').select('status').where('webhook_id', '=', id).execute())[0],
      )
      .toEqual({ status: 'DELIVERED' })
  })

  test('beside others delivers each event once', { timeout: 60_000 }, async () => {
    await endpoint('/both')
    await Promise.all([startProcess(), startProcess(), startProcess()])
    await happen(100)
    const all = await eventIds()
    await allArrived('/both', all)
    expect(idsAt('/both')).toHaveLength(100)
  })

  test('whose clock is ten minutes wrong loses none and invents none', { timeout: 60_000 }, async () => {
    await endpoint('/skewed')
    await Promise.all([startProcess('2026-11-23T05:20:00Z'), startProcess('2026-11-23T05:40:00Z')])
    await happen(50)
    const all = await eventIds()
    expect(all.size).toBe(50)
    await allArrived('/skewed', all)
    // What a receiver gets twice has the same id.
    await expect.poll(failuresSettled, { timeout: 10_000 }).toBe(0)
    expect(new Set(idsAt('/skewed'))).toEqual(all)
  })
})

test(`${REPLAYED} events are sent again in parts, the first of which are under way at once`, {
  timeout: LONG_MS,
}, async () => {
  const id = await endpoint('/replayed')
  for (let made = 0; made < REPLAYED; made += 50_000)
    await sql`
      insert into event (company_id, type, subject, at, transaction, position, data)
      select ${company}, 'vehicle.changed', ${TOMAN.ad}::text, ${site.deps.now()}, (5000000 + number)::text::xid8,
        nextval('event_position'), '{}' from generate_series(${made + 1}::int, ${Math.min(REPLAYED, made + 50_000)}::int) as number`.execute(
      db,
    )
  await sql`analyze event`.execute(db)
  const since = '2026-11-20T00:00:00Z'
  const { webhooks } = agency.calls.company.developers
  const before = memory()
  const times: number[] = []
  let [total, after]: [number, string | undefined] = [0, undefined]
  do {
    const began = performance.now()
    const part: { count: number; after: string | null } = await webhooks.replay({ id, since, after })
    times.push(performance.now() - began)
    expect(part.count).toBeLessThanOrEqual(REPLAYED_AT_ONCE)
    total += part.count
    after = part.after ?? undefined
    if (times.length % 900 === 0) await db.deleteFrom('rate_count').execute()
  } while (after !== undefined)
  expect(total).toBe(REPLAYED)
  expect(times.length).toBe(Math.floor(REPLAYED / REPLAYED_AT_ONCE) + 1)
  const claims: number[] = []
  for (let count = 0; count < 10; count += 1) {
    const began = performance.now()
    const claimed = await claimDue(site.deps)
    claims.push(performance.now() - began)
    expect(claimed).toHaveLength(5)
    await Promise.all(claimed.map((one) => sendClaimed(site.deps, one)))
  }
  // In the order of the events.
  const inOrder = await db.selectFrom('event').select('id').orderBy('position').limit(50).execute()
  expect(new Set(idsAt('/replayed'))).toEqual(new Set(inOrder.map((event) => event.id)))
  expect(memory() - before).toBeLessThan(100 * 2 ** 20)
  if (REPLAYED > 10_000) {
    const [first = 0] = times
    const [sum, most] = [times.reduce((one, other) => one + other, 0), Math.max(...times)]
    const megabytes = Math.round((memory() - before) / 2 ** 20)
    console.log(
      `${REPLAYED} events in ${times.length} calls, ${Math.round(sum)} ms, the first ${Math.round(first)}, the slowest ${Math.round(most)} ms, ${megabytes} MB more; the slowest claim ${Math.round(Math.max(...claims))} ms`,
    )
    const began = performance.now()
    const { count } = await webhooks.deliveries({ id, page: 2 })
    console.log(`a page of ${count} deliveries: ${Math.round(performance.now() - began)} ms`)
    const failed = performance.now()
    await webhooks.change({ id, is_on: false })
    console.log(`switched off in ${Math.round(performance.now() - failed)} ms`)
    const removing = performance.now()
    await webhooks.remove({ id })
    console.log(`deleted in ${Math.round(performance.now() - removing)} ms`)
  }
})

function memory(): number {
  return process.memoryUsage().rss
}

test('a key that is revoked while its call runs has nothing sent', async () => {
  const id = await endpoint('/revoked')
  const { id: keyId, key: secret } = await storeKey(site, { company, scopes: ['webhooks:write'] })
  const headers = { authorization: `Bearer ${secret}` }
  // The key's end is not yet committed when the call is admitted.
  const mayEnd = Promise.withResolvers<void>()
  const isEnding = Promise.withResolvers<void>()
  const actor = { account: agency.id, role: 'AGENT', company, call: 'x', request: 'x' } as const
  const ending = actingAs(actor, () =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('api_key').set({ ended_at: site.deps.now() }).where('id', '=', keyId).execute()
      isEnding.resolve()
      await mayEnd.promise
    }),
  )
  await isEnding.promise
  const answer = site.fetch(`/api/desk/webhooks/${id}/test/`, { method: 'POST', headers })
  await expect.poll(waitingForLock, { timeout: 5_000 }).toBe(true)
  mayEnd.resolve()
  await ending
  expect((await answer).status).toBe(401)
  expect(await db.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
})

async function waitingForLock(): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
