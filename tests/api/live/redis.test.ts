import { Redis } from 'ioredis'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { limit } from '#app/api/call/limits.ts'
import { openRedis } from '#app/providers/redis.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { droppingProxy } from '../../support/live/dropping-proxy.ts'
import { liveApi } from '../../support/live/live-api.ts'
import { ask, collected, connected, heard } from '../../support/live/live-client.ts'
import { redisAnswers, TEST_REDIS } from '../../support/live/redis-there.ts'
import { testDatabase } from '../../support/server/database/database.ts'

/** A message that Redis lost is found by the next review, every 10 seconds. */
const REVIEWED_WITHIN_MS = 15_000
const isThere = await redisAnswers()

describe.skipIf(!isThere)('with Redis', async () => {
  if (!isThere) return
  const { db, url } = await testDatabase()
  const { port } = new URL(TEST_REDIS ?? '')
  let isUp = true
  const proxy = await droppingProxy(() => (isUp ? Number(port || 6379) : 9))
  const address = `redis://127.0.0.1:${new URL(proxy.origin).port}`
  const redis = [openRedis(address, () => {}), openRedis(address, () => {})] as const
  const [here, there] = [await liveApi({ db, url, redis: redis[0] }), await liveApi({ db, url, redis: redis[1] })]
  const customer = await signedIn(here.api, { phone: '+989121234567' })
  const operator = await signedIn(here.api, { phone: '+989120000300', role: 'ADMIN' })
  const ready = (is: boolean) =>
    vi.waitFor(() => expect(redis.map(({ adapter }) => adapter.isReady())).toEqual([is, is]), { timeout: 8000 })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    for (const one of redis) one.close()
    await proxy.close()
  })

  test('two processes deliver to each other’s clients, while it is away and when it is back', {
    timeout: 60_000,
  }, async () => {
    isUp = true
    await ready(true)
    const room = (await customer.calls.chat.createSale({})).room.id
    const [one, two] = [
      await connected(here.origin, customer, { [room]: 0 }),
      await connected(there.origin, operator, { [room]: 0 }),
    ]
    await Promise.all([ask(one, 'join', { room }), ask(two, 'join', { room })])
    const [atOne, atTwo] = [collected(one), collected(two)]
    // A connection may publish before the other one has subscribed again; the review of all rooms then finds the message.
    const both = (texts: string[]) =>
      vi.waitFor(() => expect([atOne, atTwo].map((got) => got.map(({ message }) => message))).toEqual([texts, texts]), {
        timeout: REVIEWED_WITHIN_MS,
      })
    await ask(one, 'new_message', { room, message: 'by Redis' })
    await ask(two, 'new_message', { room, message: 'and back' })
    await both(['by Redis', 'and back'])
    const typing = heard(two, 'typing')
    one.emit('typing', { room })
    await typing

    isUp = false
    proxy.drop()
    await ready(false)
    await ask(one, 'new_message', { room, message: 'without it' })
    await ask(two, 'new_message', { room, message: 'still' })
    await both(['by Redis', 'and back', 'without it', 'still'])

    isUp = true
    await ready(true)
    await ask(one, 'new_message', { room, message: 'back again' })
    await both(['by Redis', 'and back', 'without it', 'still', 'back again'])
  })

  test('what is taken back after its window has ended leaves no count without an end', async () => {
    isUp = true
    await ready(true)
    const key = `a test's ${crypto.randomUUID()}`
    expect(await redis[0].counts.take(key)).toBe(true)
    const direct = new Redis(TEST_REDIS ?? '')
    expect(await direct.exists(key)).toBe(0)
    direct.disconnect()
  })

  test('limits count over all processes, and in the database while it is away', {
    timeout: 30_000,
  }, async () => {
    isUp = true
    await ready(true)
    const bucket = `test ${crypto.randomUUID()}`
    const count = (live: typeof here) => limit(live.api.deps, bucket, 3, 3600)
    for (const live of [here, there, here]) await count(live)
    expect(await refusal(count(there))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await db.selectFrom('rate_count').select('count').where('bucket', '=', bucket).execute()).toEqual([])
    isUp = false
    proxy.drop()
    await ready(false)
    await count(here)
    expect(await db.selectFrom('rate_count').select('count').where('bucket', '=', bucket).execute()).toEqual([
      { count: 1 },
    ])
    isUp = true
    await ready(true)
  })
})
