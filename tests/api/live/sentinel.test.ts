import { afterAll, describe, expect, test, vi } from 'vitest'
import { limit } from '#app/api/call/limits.ts'
import { openRedis } from '#app/providers/redis.ts'
import { signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { liveApi } from '../../support/live/live-api.ts'
import { ask, collected, connected } from '../../support/live/live-client.ts'
import { hasSentinel, startRedisWithSentinel } from '../../support/server/cluster/redis-sentinel.ts'
import { testDatabase } from '../../support/server/database/database.ts'

if (!hasSentinel) console.warn('Skipped: Redis Sentinel is not on this machine (apt-get install redis-sentinel).')

/** The sentinels agree after 2 s, and choose another master; a message that got lost is found by the review of every 10 s. */
const FAILOVER_MS = 30_000
const REVIEWED_WITHIN_MS = 15_000

describe.skipIf(!hasSentinel)('with Redis Sentinel', async () => {
  if (!hasSentinel) return
  const { db, url } = await testDatabase()
  const cluster = await startRedisWithSentinel()
  const redis = [openRedis(cluster.url, () => {}), openRedis(cluster.url, () => {})] as const
  const [here, there] = [await liveApi({ db, url, redis: redis[0] }), await liveApi({ db, url, redis: redis[1] })]
  const customer = await signedIn(here.api, { phone: '+989121234567' })
  const operator = await signedIn(here.api, { phone: '+989120000300', role: 'ADMIN' })
  const ready = () =>
    vi.waitFor(() => expect(redis.map(({ adapter }) => adapter.isReady())).toEqual([true, true]), {
      timeout: FAILOVER_MS,
    })
  const counted = (bucket: string) => db.selectFrom('rate_count').select('count').where('bucket', '=', bucket).execute()
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    for (const one of redis) one.close()
    await cluster.stop()
  })

  test('chat and limits go on while the master is killed, and with the next one', { timeout: 120_000 }, async () => {
    await ready()
    const former = await cluster.master()
    const room = (await customer.calls.chat.createSale({})).room.id
    const one = await connected(here.origin, customer, { [room]: 0 })
    const two = await connected(there.origin, operator, { [room]: 0 })
    await Promise.all([ask(one, 'join', { room }), ask(two, 'join', { room })])
    const [atOne, atTwo] = [collected(one), collected(two)]
    const both = (texts: string[]) =>
      vi.waitFor(() => expect([atOne, atTwo].map((got) => got.map(({ message }) => message))).toEqual([texts, texts]), {
        timeout: REVIEWED_WITHIN_MS,
      })
    await ask(one, 'new_message', { room, message: 'by the first master' })
    await both(['by the first master'])

    await cluster.kill(former)
    await vi.waitFor(() => expect(redis.map(({ adapter }) => adapter.isReady())).toEqual([false, false]))
    const without = `test ${crypto.randomUUID()}`
    await limit(here.api.deps, without, 3, 3600)
    expect(await counted(without)).toEqual([{ count: 1 }])
    await ask(one, 'new_message', { room, message: 'without one' })
    await both(['by the first master', 'without one'])

    await vi.waitFor(async () => expect(await cluster.master()).not.toBe(former), { timeout: FAILOVER_MS })
    await ready()
    const bucket = `test ${crypto.randomUUID()}`
    for (const live of [here, there, here]) await limit(live.api.deps, bucket, 3, 3600)
    expect(await refusal(limit(there.api.deps, bucket, 3, 3600))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await counted(bucket)).toEqual([])
    await ask(two, 'new_message', { room, message: 'by the next' })
    await both(['by the first master', 'without one', 'by the next'])
  })

  test('a former master that comes back is a replica, and nobody writes to it', { timeout: 60_000 }, async () => {
    const master = await cluster.master()
    await ready()
    const former = cluster.machines.find((machine) => machine !== master)
    if (former) await cluster.revive(former)
    const bucket = `test ${crypto.randomUUID()}`
    for (const live of [here, there, here]) await limit(live.api.deps, bucket, 3, 3600)
    expect(await refusal(limit(there.api.deps, bucket, 3, 3600))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await cluster.master()).toBe(master)
    expect(await counted(bucket)).toEqual([])
  })
})
