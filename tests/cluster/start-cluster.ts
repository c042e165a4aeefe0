import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BankSimulator, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import { ETCDS, type EtcdCluster, startEtcd } from '../support/server/cluster/etcd.ts'
import { startHaproxy } from '../support/server/cluster/haproxy.ts'
import { HERE, type Machine } from '../support/server/cluster/machine.ts'
import { type Network, ONE_MACHINE, startNetwork } from '../support/server/cluster/network.ts'
import { hasPostgres15, type PatroniCluster, startPatroni } from '../support/server/cluster/patroni.ts'
import { type PgBouncer, startPgBouncer } from '../support/server/cluster/pgbouncer.ts'
import { type Program, programAt, programFolder, startProgram, until } from '../support/server/cluster/program.ts'
import { REDISES, type RedisCluster, startRedisWithSentinel } from '../support/server/cluster/redis-sentinel.ts'
import { freePort } from '../support/server/process/free-port.ts'
import { startS3 } from '../support/server/simulators/s3-server.ts'

const SERVERS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
}

/** The packages whose servers this machine lacks. */
export function missingServers(): string[] {
  const missing = Object.entries(SERVERS).flatMap(([name, of]) => (programAt(name) ? [] : [of]))
  return hasPostgres15 ? missing : [...missing, 'postgresql-15']
}

/** A process of the product. */
export type SiteMachine = {
  name: string
  origin: string
  start: () => Promise<void>
  /** SIGTERM, as a deployment does. */
  stop: () => Promise<void>
  kill: () => Promise<void>
  output: () => string
  /** Whether it has ended although nobody stopped it. */
  hasEnded: () => boolean
}

export type Cluster = {
  /** HAProxy's address, which visitors know. */
  origin: string
  /** Two that serve everything, and one that HAProxy sends calls only. */
  sites: readonly SiteMachine[]
  etcd: EtcdCluster
  patroni: PatroniCluster
  pgbouncer: PgBouncer
  redis: RedisCluster
  bank: BankSimulator
  /** The database through HAProxy, without the pool. */
  databaseUrl: string
  /** Where the messages to people are written. */
  dataDir: string
  s3Folder: string
  network: Network
  stop: () => Promise<void>
}

const SITES = ['site1', 'site2', 'api1']
const MACHINES = [...ETCDS, 'db1', 'db2', 'haproxy', 'pgbouncer', ...REDISES, ...SITES]
const POOL = 12
const START_MS = 180_000

/** Starts everything that the "many machines" are, on this machine in processes. Says what it starts. */
export async function startCluster(say: (line: string) => void): Promise<Cluster> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse())
      await each().catch((error: unknown) => say(`while stopping: ${error}`))
  }
  const started = async <Value extends { stop: () => Promise<unknown> }>(what: string, start: Promise<Value>) => {
    const began = performance.now()
    const value = await start
    stops.push(value.stop)
    say(`${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    return value
  }
  try {
    const { folder: dataDir, remove } = programFolder('cluster')
    stops.push(async () => remove())
    const network = networkOf(say)
    stops.push(async () => network.remove())
    const etcd = await started('three etcd', startEtcd(network))
    const patroni = await started('two PostgreSQL 15 under Patroni, synchronous', startPatroni(etcd, network))
    await makeDatabase(patroni)
    const places = await Promise.all(
      SITES.map(async (name) => ({ name, machine: network.machine(name), port: await freePort() })),
    )
    const balancer = network.machine('haproxy')
    const haproxy = await started(
      'HAProxy',
      startHaproxy({ databases: patroni.machines, sites: places, machine: balancer }),
    )
    const databaseUrl = `postgres://savari@${balancer.address}:${haproxy.primaryPort}/savari`
    const pgbouncer = await started(
      'PgBouncer in transaction mode',
      startPgBouncer(databaseUrl, { size: POOL, machine: network.machine('pgbouncer') }),
    )
    const redis = await started('two Redis with three Sentinels', startRedisWithSentinel(network))
    const s3 = await startS3({ address: network.here })
    stops.push(() => s3.close())
    // Where this process is interrupted.
    process.on('exit', () => rmSync(s3.folder, { recursive: true, force: true }))
    const bank = await startBankSimulator({ host: network.here, port: 0, now: () => new Date() })
    stops.push(() => bank.close())
    const common = {
      MODE: 'demonstration',
      NODE_ENV: 'production',
      ORIGIN: haproxy.origin,
      DATABASE_URL: pgbouncer.url,
      DATABASE_SESSION_URL: databaseUrl,
      DATABASE_READ_URL: haproxy.replicaPorts
        .map((port) => `postgres://savari@${balancer.address}:${port}/savari`)
        .join(),
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY: s3.settings.accessKey,
      S3_SECRET_KEY: s3.settings.secretKey,
      BANK_ORIGIN: bank.origin,
      DATA_DIR: dataDir,
      // Also what asks a site past HAProxy.
      TRUSTED_PROXIES: ['127.0.0.1', '::1', balancer.address, network.here].join(),
      CHAT_MESSAGES_PER_MINUTE: '10000',
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    }
    const sites = await Promise.all(
      places.map(async (place) => siteMachine(place, { ...common, BANK_PORT: `${await freePort()}` })),
    )
    for (const site of sites) {
      stops.push(site.kill)
      // The first one fills the database.
      await started(
        site.name,
        site.start().then(() => ({ stop: async () => {} })),
      )
    }
    await analyze(patroni)
    return {
      origin: haproxy.origin,
      sites,
      etcd,
      patroni,
      pgbouncer,
      redis,
      bank,
      databaseUrl,
      dataDir,
      s3Folder: s3.folder,
      network,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeDatabase(patroni: PatroniCluster) {
  const client = await patroni.superuser(await patroni.primary(), 'postgres')
  await client.query('create role savari login')
  await client.query(`create database savari owner savari template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  await client.end()
}

/**
 * As autovacuum would within some minutes: a new primary does not know what was written before it was one, and leaves tables without
 * statistics that never had any.
 */
async function analyze(patroni: PatroniCluster) {
  const client = await patroni.superuser(await patroni.primary(), 'savari')
  await client.query('analyze')
  await client.end()
}

/** A namespace for each machine where this system lets us have them, so that what is between them can be cut. */
function networkOf(say: (line: string) => void): Network {
  try {
    return startNetwork(MACHINES)
  } catch (error) {
    say(`all at one address, as there are no network namespaces here: ${(error as Error).message.split('\n')[0]}`)
    return ONE_MACHINE
  }
}

type Place = { name: string; machine: Machine; port: number }

function siteMachine({ name, machine, port }: Place, env: Record<string, string>): SiteMachine {
  const origin = `http://${machine === HERE ? 'localhost' : machine.address}:${port}`
  let program: Program | undefined
  let isStopped = false
  const kill = async (signal: NodeJS.Signals) => {
    isStopped = true
    if (program?.isRunning()) await program.kill(signal)
  }
  return {
    name,
    origin,
    output: () => program?.output() ?? '',
    hasEnded: () => program !== undefined && !isStopped && !program.isRunning(),
    async start() {
      const cwd = resolve('.')
      const started = startProgram(process.execPath, ['--enable-source-maps', 'app/server.ts'], {
        ...{ cwd, asRoot: true, machine },
        env: { ...env, PORT: String(port) },
      })
      program = started
      isStopped = false
      await until(() => isReady(origin), {
        withinMs: START_MS,
        describe: () => `${name}: ${started.output().slice(-4000)}`,
      })
    },
    stop: () => kill('SIGTERM'),
    kill: () => kill('SIGKILL'),
  }
}

/** Whether the process at an origin takes requests. */
export async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`)
  await answer.arrayBuffer()
  return answer.ok
}
