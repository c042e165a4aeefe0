import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { atLeast, atMost, measured, type Row } from '../bench/table.ts'
import { wrongInBooks } from '../support/api/books.ts'
import type { DatabaseMachine, PatroniCluster } from '../support/server/cluster/patroni.ts'
import { until } from '../support/server/cluster/program.ts'
import { problemsOf } from './history/check-history.ts'
import { type Cluster, isReady, type SiteMachine } from './start-cluster.ts'
import { startWorkload, type Workload } from './workload.ts'

/** Source: issue 21, C. */
export const WRITES_BACK_S = 30
const BEFORE_MS = 4_000
const AFTER_MS = 6_000
const BEHIND_MS = 30_000
const FAILOVER_MS = 90_000

export type Fault = {
  title: string
  /** What happens under load; returns further figures. */
  happens: (cluster: Cluster, workload: Workload, db: Kysely<DB>) => Promise<Row[]>
  /** The longest time without an acknowledged write, in seconds. */
  gap?: number
  /** Requests that may fail; by default any number. */
  failures?: number
  /** Whether `npm test` has it, where the servers are there. */
  isInShort?: boolean
  /** Brings back what was lost, without load. */
  repair?: (cluster: Cluster) => Promise<void>
}

export const FAULTS: readonly Fault[] = [
  { title: 'nothing happens', happens: async () => [], failures: 0 },
  {
    title: 'the primary is killed',
    isInShort: true,
    gap: WRITES_BACK_S,
    async happens({ patroni }, workload) {
      const former = await patroni.primary()
      const killed = performance.now()
      await patroni.kill(former)
      const next = await until(async () => different(await patroni.primary(), former), waiting('another primary'))
      const promoted = performance.now()
      await until(() => workload.written.some((at) => at > promoted), waiting('a write'))
      const back = workload.written.find((at) => at > promoted) ?? 0
      patroni.revive(former)
      return [
        measured(`${next.name} is primary after`, (promoted - killed) / 1000, 's', 1),
        measured('a write is acknowledged after', (back - killed) / 1000, 's', 1),
      ]
    },
    repair: standbyIsBack,
  },
  {
    title: 'the primary hangs, and goes on when another one has taken over',
    gap: WRITES_BACK_S,
    async happens({ patroni }) {
      const former = await patroni.primary()
      const frozen = performance.now()
      const thaw = patroni.freeze(former)
      try {
        await until(async () => different(await patroni.primary(), former), waiting('another primary'))
      } finally {
        thaw()
      }
      return [measured('another one is primary after', (performance.now() - frozen) / 1000, 's', 1)]
    },
    repair: standbyIsBack,
  },
  {
    title: 'the standby is killed and comes back',
    gap: WRITES_BACK_S,
    async happens({ patroni }) {
      const standby = await standbyOf(patroni)
      await patroni.kill(standby)
      await sleep(AFTER_MS)
      patroni.revive(standby)
      return []
    },
    repair: standbyIsBack,
  },
  {
    title: 'a replica is 30 s behind',
    gap: 5,
    failures: 0,
    async happens({ patroni, sites }) {
      const standby = await standbyOf(patroni)
      const said = (words: string, since: number) => sites.filter(({ output }) => says(output(), words, since))
      const paused = Date.now()
      const resume = patroni.holdReplay(standby)
      try {
        // Only the end of what they log is kept, so it is looked at all the time.
        const left = new Set<SiteMachine>()
        for (; Date.now() < paused + BEHIND_MS; await sleep(500))
          for (const site of said('not in use', paused)) left.add(site)
        const resumed = Date.now()
        resume()
        await until(() => said(': in use', resumed).length >= left.size, waiting('the replica'))
        return [
          atLeast('processes that no longer read it then', left.size, sites.length, ''),
          measured('and all again after', (Date.now() - resumed) / 1000, 's', 1),
        ]
      } finally {
        resume()
      }
    },
  },
  {
    title: 'a site is killed',
    gap: 5,
    async happens({ sites }) {
      await sites[0]?.kill()
      return []
    },
    repair: ({ sites }) => startedAgain(sites[0]),
  },
  {
    title: 'the master of Redis is killed',
    gap: 5,
    async happens({ redis }) {
      const former = await redis.master()
      const killed = performance.now()
      await redis.kill(former)
      await until(async () => (await redis.master()) !== former, waiting('another master'))
      const chosen = performance.now()
      await redis.revive(former)
      return [measured('the sentinels chose another after', (chosen - killed) / 1000, 's', 1)]
    },
  },
  {
    title: 'PgBouncer is restarted',
    gap: 5,
    async happens({ pgbouncer }) {
      await pgbouncer.restart()
      return []
    },
  },
  {
    title: 'all three processes are restarted, one after the other',
    isInShort: true,
    gap: 5,
    failures: 0,
    async happens(cluster) {
      const rows: Row[] = []
      for (const site of cluster.sites) {
        const began = performance.now()
        await site.stop()
        await startedAgain(site)
        rows.push(measured(`${site.name} was back after`, (performance.now() - began) / 1000, 's', 1))
      }
      return rows
    },
  },
]

/** Lets a fault happen under load, and returns what it cost and whether one order explains all answers. */
export async function measureFault(
  fault: Fault,
  { cluster, db }: { cluster: Cluster; db: Kysely<DB> },
): Promise<Row[]> {
  const wrongBefore = await wrongInBooks(db)
  const workload = await startWorkload(cluster, db)
  const started = performance.now()
  let further: Row[]
  let seconds: number
  try {
    await sleep(BEFORE_MS)
    further = await fault.happens(cluster, workload, db)
    await sleep(AFTER_MS)
    seconds = (performance.now() - started) / 1000
  } finally {
    await workload.stop()
  }
  const repairing = performance.now()
  await fault.repair?.(cluster)
  const repaired = (performance.now() - repairing) / 1000
  const { history, written, failures, surprises } = workload
  const problems = [...problemsOf(history), ...surprises]
  const checking = performance.now()
  const wrong = (await wrongInBooks(db)).filter((line) => !wrongBefore.includes(line))
  const checked = performance.now() - checking
  const ended = cluster.sites.filter((site) => site.hasEnded())
  for (const { name, output } of ended) console.log(`    ${name} has ended: ${output().slice(-2000)}`)
  for (const line of summary([...problems, ...wrong])) console.log(`    ${line}`)
  for (const line of summary(failures.map(({ what, why }) => `${what}: ${why}`))) console.log(`    failed: ${line}`)
  const calls = Object.values(history).flatMap((objects) => Object.values(objects as Record<string, unknown[]>).flat())
  const gap = longestGap([started, ...written]) / 1000
  if (fault.gap !== undefined && gap > fault.gap) console.log(cluster.patroni.output())
  return [
    measured('acknowledged writes', written.length, ''),
    measured('writes a second', written.length / seconds, '', 1),
    ...further,
    ...(fault.repair ? [measured('afterwards all parts were back after', repaired, 's', 1)] : []),
    fault.gap === undefined
      ? measured('longest time without a write', gap, 's', 1)
      : atMost('longest time without a write', gap, fault.gap, 's', 1),
    fault.failures === undefined
      ? measured('requests that failed and were sent again', failures.length, '')
      : atMost('requests that failed', failures.length, fault.failures, ''),
    measured('calls checked', calls.length, ''),
    atMost('processes that ended by themselves', ended.length, 0, ''),
    atMost('calls that no order explains', problems.length, 0, ''),
    atMost('wrong in the books', wrong.length, 0, ''),
    measured('reading the books took', checked / 1000, 's', 1),
  ]
}

/** Whether a line of a process's log has these words, and is from after a moment. */
function says(log: string, words: string, since: number): boolean {
  const lines = log.split('\n').filter((line) => line.includes(words))
  return lines.some((line) => Date.parse(/"at":"([^"]+)"/.exec(line)?.[1] ?? '') > since)
}

function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.max(0, ...sorted.slice(1).map((at, n) => at - (sorted[n] ?? at)))
}

/** HAProxy sends requests to it again when it has seen it ready. */
async function startedAgain(site: SiteMachine | undefined) {
  if (!site) return
  await site.start()
  await until(() => isReady(site.origin), waiting(site.name))
  await sleep(1_500)
}

/** Waits until the standby has everything that is acknowledged. */
export async function standbyIsBack({ patroni }: Cluster): Promise<void> {
  const describe = () => `the standby is missing\n${patroni.output()}`
  await until(() => patroni.isSynchronous(), { withinMs: FAILOVER_MS, describe })
}

/** The machine that is not the primary now. */
export async function standbyOf(patroni: PatroniCluster): Promise<DatabaseMachine> {
  const primary = await patroni.primary()
  return patroni.machines.find(({ name }) => name !== primary.name) ?? primary
}

/** A machine, if it is another one than before. */
export function different<Value extends { name: string }>(found: Value, former: Value): Value | undefined {
  return found.name === former.name ? undefined : found
}

/** How long to wait for what a failover brings, and what is said where it doesn't come. */
export function waiting(what: string) {
  return { withinMs: FAILOVER_MS, describe: () => `${what} is missing` }
}

/** Equal lines once, with their number. */
function summary(lines: string[]): string[] {
  const counts = Object.entries(Object.groupBy(lines, (line) => line))
  return counts.map(([line, all]) => `${all?.length} × ${line}`).slice(0, 12)
}
