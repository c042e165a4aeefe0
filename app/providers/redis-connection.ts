import { setTimeout as sleep } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { redisAddressOf } from './redis-address.ts'
import { watchMaster } from './redis-master.ts'

const PULSE_MS = 500
/** A connection on which a question is not answered for so long is closed, and opened again where the master is then. */
const SILENT_MS = 2_000
const MAX_WAIT_MS = 2_000
const RECONNECT_AND_RESEND = 2
/** Between an error and the next try of somebody who would try again at once. */
const AFTER_ERROR_MS = 200

/** What connects to one Redis; with sentinels, to the master. */
export type RedisConnector = {
  /** The connection is opened again whenever it is lost. */
  connect: (options: RedisOptions) => Redis
  /** Ends what watches the sentinels; connections are ended by whoever has them. */
  close: () => void
}

/**
 * Connections to Redis, or to the master that sentinels name. Each asks for an answer twice a second: a server that hangs, or a network that
 * drops everything, closes nothing. ioredis' own following of sentinels is not used: it believes the first one that answers, and a change of the
 * master that is announced while it reconnects ends the connection for good. Source: *ours*.
 */
export function redisConnector(url: string): RedisConnector {
  const address = redisAddressOf(url)
  if (address === undefined) throw new Error('REDIS_URL is not an address of Redis')
  const watch = typeof address === 'string' ? undefined : watchMaster(address)
  return {
    connect: (options) =>
      withPulse(
        typeof address === 'string'
          ? new Redis(address, withOurs(options))
          : new Redis({ ...address, ...withOurs(options), Connector: watch?.Connector }),
      ),
    close: () => watch?.close(),
  }
}

function withOurs(options: RedisOptions): RedisOptions {
  return {
    retryStrategy: (tries) => Math.min(100 * tries, MAX_WAIT_MS),
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    disconnectTimeout: 0,
    // A former master that came back as a replica: ask for the new one, and send the command there.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? RECONNECT_AND_RESEND : false),
    ...options,
  }
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
