import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectByTls } from 'node:tls'
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis'

/** A server, and the number of the failover that made it the master. */
type Master = { host: string; port: number; epoch: number }

/** What the sentinels say of the master, all the time. */
export type MasterWatch = {
  /** Leads a connection to the master, as ioredis' option of this name, and ends it when another one is the master. */
  Connector: NonNullable<RedisOptions['Connector']>
  close: () => void
}

/** How often each sentinel is asked. */
const ASK_EVERY_MS = 1_000
/** A sentinel that takes longer is away. */
const ANSWERS_WITHIN_MS = 2_000
/** How often a connection looks whether a master is known by now, and after how many looks it says that there is none. */
const LOOK_EVERY_MS = 50
const LOOKS_TO_SAY = 40

/**
 * Asks all sentinels for the master. One that is cut off from the others goes on naming the former master, which takes what is written until
 * the cut has healed, and then forgets it. Processes that believe different sentinels would count limits and carry news each for themselves, so
 * the master is the one of the latest failover that any sentinel knows. While most of them are away it isn't one of an earlier
 * failover than before. Source: *ours*; Redis' documentation, "High availability with Redis Sentinel", "Configuration epochs".
 */
export function watchMaster(options: RedisOptions): MasterWatch {
  const sentinels = (options.sentinels ?? []).map((address) => sentinelAt(address, options))
  const answers = new Map<Redis, Master>()
  const streams = new Set<Socket>()
  let master: Master | undefined
  for (const sentinel of sentinels) {
    sentinel.on('ready', () => ask(sentinel))
    sentinel.on('close', () => answers.delete(sentinel))
    // Whoever connects says that there is no master.
    sentinel.on('error', () => {})
  }
  const timer = setInterval(() => {
    for (const sentinel of sentinels) if (sentinel.status === 'ready') ask(sentinel)
  }, ASK_EVERY_MS).unref()

  return {
    Connector: class extends AbstractConnector {
      constructor() {
        super(0)
      }

      async connect(emit: (type: string, error: Error) => void) {
        this.connecting = true
        const { host, port } = await this.#master(emit)
        const stream = options.tls ? connectByTls({ ...options.tls, host, port }) : createConnection({ host, port })
        stream.once('error', (error) => {
          this.firstError = error
        })
        streams.add(stream)
        stream.once('close', () => streams.delete(stream))
        this.stream = stream
        return stream
      }

      async #master(emit: (type: string, error: Error) => void): Promise<Master> {
        for (let looks = 1; master === undefined; looks++) {
          await sleep(LOOK_EVERY_MS)
          if (!this.connecting) throw new Error('the connection was closed')
          if (looks % LOOKS_TO_SAY === 0) emit('error', new Error('no sentinel names a master'))
        }
        return master
      }

      /** A former master that came back. */
      override check({ role }: { role?: string }): boolean {
        return role !== 'slave'
      }
    },
    close() {
      clearInterval(timer)
      for (const sentinel of sentinels) sentinel.disconnect()
    },
  }

  async function ask(sentinel: Redis) {
    const answer = await masterBy(sentinel, options.name ?? '').catch(() => undefined)
    if (answer) answers.set(sentinel, answer)
    else answers.delete(sentinel)
    const known = sentinels.flatMap((one) => answers.get(one) ?? [])
    const epoch = Math.max(...known.map((one) => one.epoch))
    const named = known.filter((one) => one.epoch === epoch)
    const [latest] = named
    if (!latest) return
    if (master !== undefined && epoch < master.epoch && known.length <= sentinels.length / 2) return
    const isSame = named.some(({ host, port }) => host === master?.host && port === master.port)
    if (isSame && master) master.epoch = epoch
    else {
      master = latest
      for (const stream of streams) stream.destroy()
    }
  }
}

function sentinelAt({ host, port }: { host?: string; port?: number }, options: RedisOptions): Redis {
  return new Redis({
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(options.sentinelPassword != null && { password: options.sentinelPassword }),
    ...(options.sentinelTLS && { tls: options.sentinelTLS }),
    // Answers as names and values by turns.
    protocol: 2,
    connectionName: 'savari-master',
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 0,
    connectTimeout: ANSWERS_WITHIN_MS,
    commandTimeout: ANSWERS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
    retryStrategy: (tries) => Math.min(100 * tries, ASK_EVERY_MS),
  })
}

/**
 * Whom a sentinel names as the master, and by which failover. The one that leads a failover says `master` of the former one, under the new number,
 * until all replicas follow the next one; its address is right at once. It is asked for last: what changes between the questions comes with
 * the former number, and is right the next time. Throws where it knows none.
 */
async function masterBy(sentinel: Redis, name: string): Promise<Master> {
  const facts = await sentinel.call('sentinel', 'master', name)
  const address = await sentinel.call('sentinel', 'get-master-addr-by-name', name)
  if (!Array.isArray(facts) || !Array.isArray(address)) throw new Error('the sentinel knows no such master')
  return {
    host: String(address[0]),
    port: Number(address[1]),
    epoch: Number(facts[facts.indexOf('config-epoch') + 1]),
  }
}
