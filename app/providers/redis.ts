import { setTimeout as sleep } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { redisAddressOf } from './redis-address.ts'

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
const COMMAND_MS = 250
const MAX_WAIT_MS = 2_000
const RECONNECT_AND_RESEND = 2

/**
 * Connects to Redis. It may be unavailable at any time, even at the start: its users do without it until it is back, and
 * the connections retry for ever. With sentinels they follow the master. Source: protocols/realtime.md §5.
 */
export function openRedis(url: string, log: (line: string) => void): OpenRedis {
  const wait = (tries: number) => Math.min(100 * tries, MAX_WAIT_MS)
  const common: RedisOptions = {
    retryStrategy: wait,
    sentinelRetryStrategy: wait,
    // A former master that came back as a replica: ask for the new one, and send the command there.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? RECONNECT_AND_RESEND : false),
  }
  // Limits do not wait: when Redis does not answer at once, the database counts.
  const counting = connectTo(url, {
    ...common,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    connectionName: 'savari-limits',
  })
  const sockets = withoutRejections(
    connectTo(url, { ...common, maxRetriesPerRequest: null, connectionName: 'savari-sockets' }),
  )
  let lastLogged = Number.NEGATIVE_INFINITY
  const logError = (error: Error) => {
    if (performance.now() - lastLogged < CALM_MS) return
    lastLogged = performance.now()
    log(`Redis does not answer, the database stands in: ${error.message}`)
  }
  counting.on('error', logError)
  sockets.on('error', logError)
  return {
    counts: {
      async add(key, seconds) {
        if (counting.status !== 'ready') return undefined
        try {
          const answers = await inTime(counting.multi().incr(key).expire(key, seconds).exec())
          const count = answers?.[0]?.[1]
          return typeof count === 'number' ? count : undefined
        } catch {
          return undefined
        }
      },
      async take(key) {
        if (counting.status !== 'ready') return false
        return inTime(counting.decr(key)).then(
          (count) => count !== undefined,
          () => false,
        )
      },
    },
    adapter: {
      client: sockets,
      isReady: () => sockets.status === 'ready',
      onReady: (listener) => void sockets.on('ready', listener),
    },
    close() {
      counting.disconnect()
      sockets.disconnect()
    },
  }
}

function connectTo(url: string, options: RedisOptions): Redis {
  const address = redisAddressOf(url)
  if (address === undefined) throw new Error('REDIS_URL is not an address of Redis')
  return typeof address === 'string' ? new Redis(address, options) : new Redis({ ...address, ...options })
}

/** Several commands at once outlive `commandTimeout` while they wait for another connection: callers hold locks meanwhile. */
function inTime<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([answer, sleep(COMMAND_MS, undefined, { ref: false })])
}

/** The adapter does not await its commands, on this connection and on copies of it; some fail while closing, which must not end the process. */
function withoutRejections(client: Redis): Redis {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    const answer = send(command, stream)
    if (answer instanceof Promise) answer.catch(() => {})
    return answer
  }
  const duplicate = client.duplicate.bind(client)
  client.duplicate = (options) => withoutRejections(duplicate(options))
  return client
}
