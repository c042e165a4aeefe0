import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { atMost, measured, type Row } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { REDISES, type RedisMachine } from '../support/server/cluster/redis-sentinel.ts'
import { different, type Fault, waiting } from './faults.ts'
import { cutOff } from './partitions.ts'
import { measureCarried } from './shared.ts'
import type { Cluster } from './start-cluster.ts'

/** PostgreSQL stands in. */
const GAP_S = 5
/** A process asks each second what the sentinels know, and waits two for a master that is silent. */
const FOLLOWED_WITHIN_S = 10
/** What each process connects to Redis for. */
const NAMES = ['savari-limits', 'savari-sockets']

/** The master of Redis is on the smaller side of a cut, and goes on for whoever reaches it. */
export const REDIS_CUT: readonly Fault[] = [
  {
    title: 'the master of Redis and its sentinel are cut off from the other two, and sites still reach all',
    gap: GAP_S,
    failures: 0,
    happens: (cluster, _workload, db) => cutMaster(cluster, db, []),
  },
  {
    title: 'the master of Redis and its sentinel are cut off from the other two and from one of the sites',
    gap: GAP_S,
    failures: 0,
    happens: (cluster, _workload, db) => cutMaster(cluster, db, ['site1']),
  },
]

/**
 * Cuts the master off until the sentinels have chosen another one and all processes are there. They must share then what they shared before,
 * and again when the former master is a replica.
 */
async function cutMaster(cluster: Cluster, db: Kysely<DB>, also: readonly string[]): Promise<Row[]> {
  const { redis, network } = cluster
  const former = await redis.master()
  const heal = cutOff(network, former.name, [...REDISES.filter((name) => name !== former.name), ...also])
  const cut = performance.now()
  let rows: Row[]
  try {
    const next = await until(async () => different(await redis.master(), former), waiting('another master'))
    const chosen = performance.now()
    await until(() => usesOnly(cluster, next), waiting('the end of what is connected to the former master'))
    const moved = performance.now()
    rows = [
      measured('the sentinels chose another after', (chosen - cut) / 1000, 's', 1),
      atMost('and all processes use it after a further', (moved - chosen) / 1000, FOLLOWED_WITHIN_S, 's', 1),
      ...named('while it is cut off', await measureCarried(cluster, db)),
    ]
  } finally {
    heal()
  }
  const healed = performance.now()
  await until(() => redis.isReplica(former), waiting('the former master as a replica'))
  return [
    ...rows,
    measured('it was a replica after the cut had healed after', (performance.now() - healed) / 1000, 's', 1),
    ...named('afterwards', await measureCarried(cluster, db)),
  ]
}

/** Whether every process is connected to one server of Redis, and none to the other. */
async function usesOnly({ redis, sites }: Cluster, machine: RedisMachine): Promise<boolean> {
  const counts = await Promise.all(
    redis.machines.map(async (one) => ({ one, connections: await redis.connections(one) })),
  )
  return counts.every(({ one, connections }) =>
    one === machine
      ? NAMES.every((name) => connections.filter((each) => each === name).length >= sites.length)
      : NAMES.every((name) => !connections.includes(name)),
  )
}

function named(when: string, rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, what: `${when}: ${row.what}` }))
}
