import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { forAdapter, redisConnector } from './redis-connection.ts'

/** Counters of limits that all processes share; undefined while Redis does not answer. */
export type Counts = {
  add: (key: string, seconds: number) => Promise<number | undefined>
  take: (key: string) => Promise<boolean>
}

export type OpenRedis = {
  counts: Counts
  /** A connection of its own for the sockets' adapter, and whether it works at the moment. */
  adapter: { client: Redis; isReady: () => boolean; onReady: (listener: () => void) => void }
  close: () => void
}

const CALM_MS = 30_000
/** Callers hold locks meanwhile: when Redis does not answer at once, the database counts. */
const ANSWERS_WITHIN_MS = 150
/** How often it is asked whether it answers; nobody else waits for one that did not. */
const ASK_EVERY_MS = 500

/**
 * Connects to Redis. It may be unavailable at any time, even at the start: its users do without it until it is back, and
 * the connections retry for ever. With sentinels they follow the master. Source: protocols/realtime.md §5.
 */
export function openRedis(url: string, log: (line: string) => void): OpenRedis {
  const { connect, close } = redisConnector(url)
  const counting = connect({
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectionName: 'savari-limits',
  })
  const sockets = forAdapter(connect({ maxRetriesPerRequest: null, connectionName: 'savari-sockets' }))
  let isSilent = false
  const watch = setInterval(async () => {
    if (counting.status === 'ready') isSilent = (await inTime(counting.ping())) !== 'PONG'
  }, ASK_EVERY_MS).unref()
  let lastLogged = Number.NEGATIVE_INFINITY
  const logProblem = ({ message }: Error) => {
    if (performance.now() - lastLogged < CALM_MS) return
    lastLogged = performance.now()
    log(`Redis does not answer, the database stands in: ${message}`)
  }
  counting.on('error', logProblem)
  sockets.on('error', logProblem)
  return {
    counts: {
      async add(key, seconds) {
        const answers = await answerOf(() => counting.multi().incr(key).expire(key, seconds).exec())
        const count = answers?.[0]?.[1]
        return typeof count === 'number' ? count : undefined
      },
      async take(key) {
        const left = await answerOf(() => counting.decr(key))
        // Its window was over: what was counted is forgotten, and a key made now would have no end.
        if (left !== undefined && left < 0) await answerOf(() => counting.del(key))
        return left !== undefined
      },
    },
    adapter: {
      client: sockets,
      isReady: () => sockets.status === 'ready' && !isSilent,
      onReady: (listener) => void sockets.on('ready', listener),
    },
    close() {
      clearInterval(watch)
      counting.disconnect()
      sockets.disconnect()
      close()
    },
  }

  /** Undefined where there is none in time, and at once while there was none before. */
  async function answerOf<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
    if (isSilent || counting.status !== 'ready') return undefined
    const answer = await inTime(ask())
    if (answer !== 'late') return answer
    isSilent = true
    logProblem(new Error(`no answer within ${ANSWERS_WITHIN_MS} ms`))
    return undefined
  }
}

/** Undefined after an error. */
async function inTime<Value>(answer: Promise<Value>): Promise<Value | 'late' | undefined> {
  return Promise.race([answer.catch(() => undefined), late()])
}

/** Two turns of the event loop later, so that an answer that arrived while this process was busy is read first. */
async function late(): Promise<'late'> {
  await sleep(ANSWERS_WITHIN_MS, undefined, { ref: false })
  await nextTurn()
  await nextTurn()
  return 'late'
}
