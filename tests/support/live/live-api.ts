import { createServer } from 'node:http'
import type { Kysely } from 'kysely'
import { type Bus, openBus } from '#app/api/live/bus.ts'
import { openSockets, type Sockets } from '#app/api/live/sockets.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { OpenRedis } from '#app/providers/redis.ts'
import { type TestApi, testApi } from '../api/api.ts'

export type LiveApi = { api: TestApi; bus: Bus; sockets: Sockets; origin: string; close: () => Promise<void> }

type Options = {
  db: Kysely<DB>
  url: string
  chatMessagesPerMinute?: number
  redis?: OpenRedis
  bot?: { pauseMs: number }
  /** The time at which the clock stands still: processes that accept each other's tickets need the same time. */
  now?: string
}

/** API, message bus and sockets over a database, on a port of their own, like another process of the site. */
export async function liveApi({
  db,
  url,
  redis,
  bot,
  now,
  chatMessagesPerMinute = 100_000,
}: Options): Promise<LiveApi> {
  const log = () => {}
  const bus = await openBus({ db, url, log })
  const api = await testApi({
    db,
    publish: bus.publish,
    chatMessagesPerMinute,
    bot,
    counts: redis?.counts,
    now: now ?? new Date().toISOString(),
  })
  const sockets = openSockets({
    deps: api.deps,
    bus,
    log: (event, details) => event === 'error' && api.reported.push(details),
    origins: ['https://savari.example'],
    redis: redis?.adapter,
  })
  const server = createServer()
  server.on('upgrade', sockets.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    api,
    bus,
    sockets,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await sockets.close()
      await bus.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
