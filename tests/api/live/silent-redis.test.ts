import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { limit } from '#app/api/call/limits.ts'
import { openRedis } from '#app/providers/redis.ts'
import { forAdapter, redisConnector } from '#app/providers/redis-connection.ts'
import { signedIn } from '../../support/api/identities.ts'
import { droppingProxy } from '../../support/live/dropping-proxy.ts'
import { liveApi } from '../../support/live/live-api.ts'
import { ask, collected, connected } from '../../support/live/live-client.ts'
import { redisAnswers, TEST_REDIS } from '../../support/live/redis-there.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const isThere = await redisAnswers()
/** What a call may wait for a Redis that does not answer, and what the database takes. */
const SHORT_MS = 300
const CALLS = 20

describe.skipIf(!isThere)('a Redis that hangs', async () => {
  if (!isThere) return
  const { db, url } = await testDatabase()
  const proxy = await droppingProxy(() => Number(new URL(TEST_REDIS ?? '').port || 6379))
  const address = `redis://127.0.0.1:${new URL(proxy.origin).port}`
  const redis = [openRedis(address, () => {}), openRedis(address, () => {})] as const
  const [here, there] = [await liveApi({ db, url, redis: redis[0] }), await liveApi({ db, url, redis: redis[1] })]
  const ready = (is: boolean) =>
    vi.waitFor(() => expect(redis.map(({ adapter }) => adapter.isReady())).toEqual([is, is]), { timeout: 8000 })
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    for (const one of redis) one.close()
    await proxy.close()
  })

  test('holds up one call for a moment and the next ones not at all, and is used again when it answers', {
    timeout: 30_000,
  }, async () => {
    await ready(true)
    const bucket = `test ${crypto.randomUUID()}`
    const timed = async () => {
      const began = performance.now()
      await limit(here.api.deps, bucket, 1000, 3600)
      return performance.now() - began
    }
    await timed()
    const goOn = proxy.silence()
    const times: number[] = []
    for (let n = 0; n < CALLS; n++) times.push(await timed())
    expect(Math.max(...times)).toBeLessThan(SHORT_MS)
    expect(times.toSorted((a, b) => a - b)[CALLS / 2]).toBeLessThan(100)
    const counted = db.selectFrom('rate_count').select('count').where('bucket', '=', bucket)
    expect(await counted.execute()).toEqual([{ count: CALLS }])
    await ready(false)
    goOn()
    await ready(true)
    await vi.waitFor(
      async () => {
        const [before] = await counted.execute()
        await timed()
        expect(await counted.execute()).toEqual([before])
      },
      { timeout: 8000 },
    )
  })

  test('does not keep news from other processes, nor after it has come back', { timeout: 60_000 }, async () => {
    await ready(true)
    const customer = await signedIn(here.api, { phone: '+989121234567' })
    const operator = await signedIn(here.api, { phone: '+989120000300', role: 'ADMIN' })
    const room = (await customer.calls.chat.createSale({})).room.id
    const one = await connected(here.origin, customer, { [room]: 0 })
    const two = await connected(there.origin, operator, { [room]: 0 })
    await Promise.all([ask(one, 'join', { room }), ask(two, 'join', { room })])
    const atTwo = collected(two)
    const heard = (texts: string[]) =>
      vi.waitFor(() => expect(atTwo.map(({ message }) => message)).toEqual(texts), { timeout: 5_000 })
    const goOn = proxy.silence()
    await ready(false)
    await ask(one, 'new_message', { room, message: 'while it hangs' })
    await heard(['while it hangs'])
    goOn()
    await ready(true)
    // Both have subscribed again, and by Redis alone, as no review is due so soon.
    await vi.waitFor(async () => {
      const { length } = atTwo
      await ask(one, 'new_message', { room, message: 'by Redis again' })
      await vi.waitFor(() => expect(atTwo.length).toBeGreaterThan(length), { timeout: 500 })
    }, 8_000)
  })

  test('what reads the stream again after each error leaves the process time for everything else', async () => {
    const client = forAdapter(redisConnector(address).connect({}))
    client.on('error', () => {})
    client.disconnect()
    await vi.waitFor(() => expect(client.status).toBe('end'))
    let errors = 0
    const isOver = AbortSignal.timeout(1000)
    const read = async () => {
      while (!isOver.aborted) await client.xread('STREAMS', 'none', '$').catch(() => errors++)
    }
    const reading = read()
    await sleep(1000)
    await reading
    expect(errors).toBeGreaterThan(1)
    expect(errors).toBeLessThan(10)
  })
})
