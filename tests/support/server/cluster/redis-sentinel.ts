import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../process/free-port.ts'
import { HERE, type Machine } from './machine.ts'
import { answersAt } from './pgbouncer.ts'
import { exampleWith, giveToPrograms, type Program, programAt, programFolder, startProgram, until } from './program.ts'

export const hasSentinel = ['redis-server', 'redis-sentinel'].every((name) => programAt(name) !== undefined)

export type RedisCluster = {
  /** Names the sentinels, as REDIS_URL. */
  url: string
  ports: readonly [number, number]
  /** The port of the present master, by the sentinels. */
  master: () => Promise<number>
  /** Kills the server at a port. */
  kill: (port: number) => Promise<void>
  /** Starts it again; the sentinels make it a replica. */
  revive: (port: number) => Promise<void>
  stop: () => Promise<void>
}

const SENTINELS = 3

/** Starts a master, a replica and three sentinels with the configuration of `deploy/`. */
export async function startRedisWithSentinel(machine: Machine = HERE): Promise<RedisCluster> {
  const { address } = machine
  const { folder, remove } = programFolder('redis')
  const server = programAt('redis-server') ?? ''
  const sentinel = programAt('redis-sentinel') ?? ''
  const servers = new Map<number, Program>()
  const startServer = async (port: number, replicaOf?: number) => {
    const place = ['--port', `${port}`, '--bind', address, '--protected-mode', 'no', '--dir', folder]
    const replica = replicaOf ? ['--replicaof', address, `${replicaOf}`] : []
    const started = startProgram(server, [...place, '--save', '', '--appendonly', 'no', ...replica], { machine })
    servers.set(port, started)
    await until(() => answersAt(port, machine), { describe: () => `Redis: ${started.output()}` })
  }
  const [first, second] = [await freePort(), await freePort()]
  await startServer(first)
  await startServer(second, first)

  const sentinels: { port: number; program: Program }[] = []
  for (let n = 0; n < SENTINELS; n++) {
    const port = await freePort()
    const file = join(folder, `sentinel-${n}.conf`)
    const config = exampleWith('redis/sentinel.conf', [
      [/^port .*/m, `port ${port}`],
      [/^bind .*/m, `bind ${address}`],
      [/^(sentinel monitor \S+) \S+ \S+/m, `$1 ${address} ${first}`],
    ])
    writeFileSync(file, config)
    // Sentinels write what they learn into their configuration.
    giveToPrograms(file)
    const program = startProgram(sentinel, [file], { cwd: folder, machine })
    sentinels.push({ port, program })
    await until(() => answersAt(port, machine), { describe: () => `Sentinel: ${program.output()}` })
  }
  const cluster: RedisCluster = {
    url: `redis+sentinel://${sentinels.map(({ port }) => `${address}:${port}`).join(',')}/savari`,
    ports: [first, second],
    master: () =>
      asked({ address, port: sentinels[0]?.port ?? 0 }, async (redis) => Number((await masterOf(redis))[1])),
    async kill(port) {
      await servers.get(port)?.kill()
    },
    revive: (port) => startServer(port),
    async stop() {
      for (const { program } of sentinels) await program.kill()
      for (const program of servers.values()) if (program.isRunning()) await program.kill()
      remove()
    },
  }
  // A failover needs sentinels that know each other and the replica.
  await until(
    async () => {
      const known = await asked({ address, port: sentinels[0]?.port ?? 0 }, async (redis) => {
        const others = (await redis.call('sentinel', 'sentinels', 'savari')) as unknown[]
        const replicas = (await redis.call('sentinel', 'replicas', 'savari')) as unknown[]
        return others.length + replicas.length
      })
      return known === SENTINELS
    },
    { describe: () => sentinels.map(({ program }) => program.output()).join('\n') },
  )
  return cluster
}

async function masterOf(redis: Redis): Promise<string[]> {
  return (await redis.call('sentinel', 'get-master-addr-by-name', 'savari')) as string[]
}

async function asked<Value>(
  { address, port }: { address: string; port: number },
  question: (redis: Redis) => Promise<Value>,
): Promise<Value> {
  const redis = new Redis(port, address, { retryStrategy: () => null, lazyConnect: true })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return await question(redis)
  } finally {
    redis.disconnect()
  }
}
