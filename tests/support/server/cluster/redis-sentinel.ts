import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../process/free-port.ts'
import type { Machine } from './machine.ts'
import { type Network, ONE_MACHINE } from './network.ts'
import { answersAt } from './pgbouncer.ts'
import { exampleWith, giveToPrograms, type Program, programAt, programFolder, startProgram, until } from './program.ts'

export const hasSentinel = ['redis-server', 'redis-sentinel'].every((name) => programAt(name) !== undefined)

/** A machine with a server of Redis. */
export type RedisMachine = { name: string; machine: Machine; port: number }

export type RedisCluster = {
  /** Names the sentinels, as REDIS_URL. */
  url: string
  machines: readonly [RedisMachine, RedisMachine]
  /** The present master, by the sentinel that has heard of the latest failover. */
  master: () => Promise<RedisMachine>
  /** The names of the connections from which a server has heard within the last seconds. */
  connections: (machine: RedisMachine) => Promise<string[]>
  isReplica: (machine: RedisMachine) => Promise<boolean>
  /** Kills the server of a machine. */
  kill: (machine: RedisMachine) => Promise<void>
  /** Starts it again; the sentinels make it a replica. */
  revive: (machine: RedisMachine) => Promise<void>
  stop: () => Promise<void>
}

/** The product asks on each connection twice a second. Of one that was cut off, a server does not know that it has ended. */
const HEARD_WITHIN_S = 2

/** Each has a sentinel, and all but the last a server. */
export const REDISES = ['redis1', 'redis2', 'redis3'] as const

/** Starts a master, a replica and three sentinels with the configuration of `deploy/`. */
export async function startRedisWithSentinel(network: Pick<Network, 'machine'> = ONE_MACHINE): Promise<RedisCluster> {
  const { folder, remove } = programFolder('redis')
  const servers = new Map<RedisMachine, Program>()
  const startServer = async (started: RedisMachine, replicaOf?: RedisMachine) => {
    const { machine, port } = started
    const place = ['--port', `${port}`, '--bind', machine.address, '--protected-mode', 'no', '--dir', folder]
    const replica = replicaOf ? ['--replicaof', replicaOf.machine.address, `${replicaOf.port}`] : []
    const args = [...place, '--save', '', '--appendonly', 'no', ...replica]
    const program = startProgram(programAt('redis-server') ?? '', args, { machine })
    servers.set(started, program)
    await until(() => answersAt(port, machine), { describe: () => `Redis: ${program.output()}` })
  }
  const [first, second] = [await redisNamed(REDISES[0], network), await redisNamed(REDISES[1], network)]
  await startServer(first)
  await startServer(second, first)

  const sentinels: (RedisMachine & { program: Program })[] = []
  for (const name of REDISES) {
    const { machine, port } = await redisNamed(name, network)
    const file = join(folder, `sentinel-${name}.conf`)
    const config = exampleWith('redis/sentinel.conf', [
      [/^port .*/m, `port ${port}`],
      [/^bind .*/m, `bind ${machine.address}`],
      [/^(sentinel monitor \S+) \S+ \S+/m, `$1 ${first.machine.address} ${first.port}`],
    ])
    writeFileSync(file, config)
    // Sentinels write what they learn into their configuration.
    giveToPrograms(file)
    const program = startProgram(programAt('redis-sentinel') ?? '', [file], { cwd: folder, machine })
    sentinels.push({ name, machine, port, program })
    await until(() => answersAt(port, machine), { describe: () => `Sentinel: ${program.output()}` })
  }
  const cluster: RedisCluster = {
    url: `redis+sentinel://${sentinels.map(({ machine, port }) => `${machine.address}:${port}`).join(',')}/savari`,
    machines: [first, second],
    async master() {
      const answers = await Promise.all(sentinels.map((one) => asked(one, masterBy).catch(() => undefined)))
      const known = answers.filter((answer) => answer !== undefined).toSorted((a, b) => b.epoch - a.epoch)
      const found = [first, second].find(({ port }) => port === known[0]?.port)
      if (!found) throw new Error('no sentinel names a master')
      return found
    },
    connections: (machine) =>
      asked(machine, async (redis) => {
        const list = String(await redis.call('client', 'list')).split('\n')
        return list.flatMap((line) => {
          const [, name, idle] = / name=(\S+) .* idle=(\d+) /.exec(line) ?? []
          return name !== undefined && Number(idle) <= HEARD_WITHIN_S ? [name] : []
        })
      }),
    isReplica: (machine) => asked(machine, async (redis) => (await redis.role())[0] === 'slave'),
    async kill(machine) {
      await servers.get(machine)?.kill()
    },
    revive: (machine) => startServer(machine),
    async stop() {
      for (const { program } of sentinels) await program.kill()
      for (const program of servers.values()) if (program.isRunning()) await program.kill()
      remove()
    },
  }
  // A failover needs sentinels that know each other and the replica.
  await until(async () => (await Promise.all(sentinels.map((one) => asked(one, knowsAll)))).every(Boolean), {
    describe: () => sentinels.map(({ program }) => program.output()).join('\n'),
  })
  return cluster
}

async function redisNamed(name: string, network: Pick<Network, 'machine'>): Promise<RedisMachine> {
  return { name, machine: network.machine(name), port: await freePort() }
}

/** The port of the master that a sentinel names, and the number of the failover that made it one. */
async function masterBy(sentinel: Redis): Promise<{ port: number; epoch: number }> {
  const said = (await sentinel.call('sentinel', 'master', 'savari')) as string[]
  const numberAfter = (name: string) => Number(said[said.indexOf(name) + 1])
  return { port: numberAfter('port'), epoch: numberAfter('config-epoch') }
}

/** Whether a sentinel knows the other sentinels and the replica. */
async function knowsAll(sentinel: Redis): Promise<boolean> {
  const others = (await sentinel.call('sentinel', 'sentinels', 'savari')) as unknown[]
  const replicas = (await sentinel.call('sentinel', 'replicas', 'savari')) as unknown[]
  return others.length === REDISES.length - 1 && replicas.length === 1
}

async function asked<Value>(
  { machine: { address }, port }: RedisMachine,
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
