import { setTimeout as sleep } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { redisAddressOf } from './redis-address.ts'

const PULSE_MS = 500
/** A connection on which a question is not answered for so long is closed, and opened again where the master is then. */
const SILENT_MS = 2_000
const MAX_WAIT_MS = 2_000
const RECONNECT_AND_RESEND = 2
/** Between an error and the next try of somebody who would try again at once. */
const AFTER_ERROR_MS = 200

/**
 * Connects to Redis, or to the master that sentinels name, and again whenever the connection is lost. The connection asks for an answer
 * twice a second: a server that hangs, or a network that drops everything, closes nothing. ioredis' own detection of a failover is not used: a
 * change of the master that is announced while it reconnects ends the connection for good. Source: *ours*.
 */
export function connectToRedis(url: string, options: RedisOptions): Redis {
  const address = redisAddressOf(url)
  if (address === undefined) throw new Error('REDIS_URL is not an address of Redis')
  const wait = (tries: number) => Math.min(100 * tries, MAX_WAIT_MS)
  const all: RedisOptions = {
    retryStrategy: wait,
    sentinelRetryStrategy: wait,
    connectTimeout: SILENT_MS,
    sentinelCommandTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    disconnectTimeout: 0,
    // A former master that came back as a replica: ask for the new one, and send the command there.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? RECONNECT_AND_RESEND : false),
    ...options,
  }
  return withPulse(typeof address === 'string' ? new Redis(address, all) : new Redis({ ...address, ...all }))
}

/**
 * For the sockets' adapter, which makes copies of the connection. It does not await its commands, and some fail while closing, which
 * must not end the process. What reads the stream asks again at once after an error: without a pause, one that does not pass
 * would keep the process from ever doing anything else.
 */
export function forAdapter(client: Redis): Redis {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    const answer = send(command, stream)
    if (!(answer instanceof Promise)) return answer
    const slowToFail = answer.catch(async (error: unknown) => {
      await sleep(AFTER_ERROR_MS)
      throw error
    })
    slowToFail.catch(() => {})
    return slowToFail
  }
  const duplicate = client.duplicate.bind(client)
  client.duplicate = (options) => forAdapter(withPulse(duplicate(options)))
  return client
}

/** Also for connections that only listen, or that nobody uses: they learn of a silent server by this question. */
function withPulse(client: Redis): Redis {
  const pulse = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(() => {})
  }, PULSE_MS).unref()
  client.once('end', () => clearInterval(pulse))
  return client
}
