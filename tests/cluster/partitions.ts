import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, measured, type Row } from '../bench/table.ts'
import { ETCDS } from '../support/server/cluster/etcd.ts'
import type { LostPackets } from '../support/server/cluster/network.ts'
import type { DatabaseMachine, PatroniCluster } from '../support/server/cluster/patroni.ts'
import { until } from '../support/server/cluster/program.ts'
import { REDISES } from '../support/server/cluster/redis-sentinel.ts'
import { different, type Fault, standbyIsBack, standbyOf, WRITES_BACK_S, waiting } from './faults.ts'
import type { Cluster } from './start-cluster.ts'
import type { Workload } from './workload.ts'

/** Longer than any part needs to notice that another one is away. */
export const CUT_MS = 25_000
/** Longer than Patroni's `ttl` and what follows it. */
export const LONG_CUT_MS = 40_000
/** So that writes are back in time without another primary. */
const SHORT_CUT_MS = 15_000
const BACK_WITHIN_S = 60
const SITE_GAP_S = 10
const WRITE_EVERY_MS = 100

/**
 * Cuts in the network, in the manner of Jepsen: packets vanish, in both directions or in one, and nobody is ended or refused. For clusters whose network can be cut.
 */
export const PARTITIONS: readonly Fault[] = [
  {
    title: 'the primary is cut off from etcd and its standby, and clients still reach it',
    gap: WRITES_BACK_S,
    happens: (cluster, workload) => cutPrimary(cluster, workload, (standby) => [...ETCDS, standby]),
    repair: standbyIsBack,
  },
  {
    title: 'the primary is cut off from all',
    gap: WRITES_BACK_S,
    happens: (cluster, workload) => cutPrimary(cluster, workload, (standby) => [...ETCDS, standby, 'haproxy']),
    repair: standbyIsBack,
  },
  {
    title: 'nothing arrives of what the primary sends to etcd and its standby',
    gap: WRITES_BACK_S,
    happens: (cluster, workload) => cutPrimary(cluster, workload, (standby) => [...ETCDS, standby], { lost: 'sent' }),
    repair: standbyIsBack,
  },
  {
    title: 'nothing arrives of what the primary answers to HAProxy',
    gap: WRITES_BACK_S,
    // Commits whose answers are lost. Patroni sees no reason for another primary.
    async happens({ patroni, network }, workload) {
      const primary = await patroni.primary()
      return healedAfter(cutOff(network, primary.name, ['haproxy'], 'sent'), workload, SHORT_CUT_MS)
    },
    repair: standbyIsBack,
  },
  {
    title: 'the standby is cut off from the primary',
    gap: WRITES_BACK_S,
    async happens({ patroni, network }, workload) {
      const [primary, standby] = [await patroni.primary(), await standbyOf(patroni)]
      const heal = cutOff(network, standby.name, [primary.name])
      return healedAfter(heal, workload, CUT_MS)
    },
    repair: standbyIsBack,
  },
  {
    title: 'all three etcd are cut off from both databases',
    gap: SITE_GAP_S,
    failures: 0,
    happens: ({ network }, workload) =>
      healedAfter(together(ETCDS.map((etcd) => cutOff(network, etcd, ['db1', 'db2']))), workload, LONG_CUT_MS),
    repair: standbyIsBack,
  },
  {
    title: 'a site is cut off from HAProxy, PgBouncer and Redis',
    gap: SITE_GAP_S,
    happens: ({ network }, workload) =>
      healedAfter(cutOff(network, 'site1', ['haproxy', 'pgbouncer', ...REDISES]), workload, CUT_MS),
  },
  {
    title: 'a site is cut off from PgBouncer alone',
    gap: SITE_GAP_S,
    happens: ({ network }, workload) => healedAfter(cutOff(network, 'site1', ['pgbouncer']), workload, CUT_MS),
  },
  {
    title: 'nothing arrives of what PgBouncer answers to a site',
    gap: SITE_GAP_S,
    happens: ({ network }, workload) =>
      healedAfter(cutOff(network, 'site1', ['pgbouncer'], 'received'), workload, CUT_MS),
  },
  {
    title: 'a site is cut off from Redis and the sentinels',
    gap: SITE_GAP_S,
    failures: 0,
    happens: ({ network }, workload) => healedAfter(cutOff(network, 'site1', REDISES), workload, CUT_MS),
  },
]

/**
 * Cuts the primary off until another one has taken over and takes writes, and lets it come back. Somebody who does not go through HAProxy
 * writes to the one that is cut off all the time: what it has acknowledged must be at the next one.
 */
export async function cutPrimary(
  cluster: Cluster,
  workload: Workload,
  others: (standby: string) => readonly string[],
  { lost, alsoCut = () => () => {} }: { lost?: LostPackets; alsoCut?: (standby: string) => () => void } = {},
): Promise<Row[]> {
  const { patroni, network } = cluster
  const [former, standby] = [await patroni.primary(), await standbyOf(patroni)]
  const direct = await startWritingTo(patroni, former)
  const heal = together([cutOff(network, former.name, others(standby.name), lost), alsoCut(standby.name)])
  const cut = performance.now()
  let rows: Row[]
  try {
    await until(async () => !(await patroni.isPrimary(former)), waiting('the end of the former primary'))
    const demoted = performance.now()
    await until(async () => different(await patroni.primary(), former), waiting('another primary'))
    const promoted = performance.now()
    await until(() => workload.written.some((at) => at > promoted), waiting('a write'))
    const back = workload.written.find((at) => at > promoted) ?? 0
    rows = [
      measured('it is no primary any more after', (demoted - cut) / 1000, 's', 1),
      measured('another one is primary after', (promoted - cut) / 1000, 's', 1),
      atMost('a write is acknowledged after', (back - cut) / 1000, WRITES_BACK_S, 's', 1),
    ]
  } finally {
    heal()
    await direct.stop()
  }
  const healed = performance.now()
  await standbyIsBack(cluster)
  const { acknowledged } = direct
  const kept = await direct.kept()
  return [
    ...rows,
    atMost('it is a synchronous standby again after', (performance.now() - healed) / 1000, BACK_WITHIN_S, 's', 1),
    measured('what it acknowledged itself', acknowledged.length, ''),
    measured('of that after it was cut off', acknowledged.filter(({ at }) => at > cut).length, ''),
    atMost('of that lost', acknowledged.filter(({ n }) => !kept.has(n)).length, 0, ''),
  ]
}

/** Writes to one PostgreSQL past everything that chooses between them, until it is stopped. */
async function startWritingTo(patroni: PatroniCluster, machine: DatabaseMachine) {
  const before = await patroni.superuser(machine, 'postgres')
  await before.query('create table if not exists directly_written (n int primary key)')
  const { rows } = await before.query('select coalesce(max(n), 0) as last from directly_written')
  await before.end()
  const acknowledged: { n: number; at: number }[] = []
  let isStopping = false
  const ended = write(Number(rows[0]?.last) + 1)
  await until(() => acknowledged.length > 0, waiting('a direct write'))
  return {
    acknowledged,
    async stop() {
      isStopping = true
      await ended
    },
    /** What the present primary has. */
    async kept() {
      const client = await patroni.superuser(await patroni.primary(), 'postgres')
      const found = await client.query<{ n: number }>('select n from directly_written')
      await client.end()
      return new Set(found.rows.map(({ n }) => n))
    },
  }

  async function write(first: number) {
    for (let n = first; !isStopping; n++) {
      await once(n).then(
        () => acknowledged.push({ n, at: performance.now() }),
        // It is away, or a standby.
        () => {},
      )
      await sleep(WRITE_EVERY_MS)
    }
  }

  async function once(n: number) {
    const client = await patroni.superuser(machine, 'postgres')
    client.on('error', () => {})
    await client.query('insert into directly_written values ($1)', [n]).finally(() => client.end())
  }
}

export function cutOff(
  { cut }: Cluster['network'],
  name: string,
  others: readonly string[],
  lost: LostPackets = 'both',
): () => void {
  if (!cut) throw new Error('nothing can be cut off here')
  return cut(name, others, lost)
}

/** Heals several cuts at once. */
function together(heals: readonly (() => void)[]): () => void {
  return () => {
    for (const heal of heals) heal()
  }
}

/** Heals a cut after some time, and says when the next write was acknowledged. */
export async function healedAfter(heal: () => void, { written }: Workload, ms: number): Promise<Row[]> {
  await sleep(ms)
  heal()
  const healed = performance.now()
  await until(() => written.some((at) => at > healed), waiting('a write'))
  return [measured('cut off for', ms / 1000, 's', 0)]
}
