import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, type Row } from '../bench/table.ts'
import { ETCDS } from '../support/server/cluster/etcd.ts'
import { type Fault, standbyIsBack, WRITES_BACK_S } from './faults.ts'
import { CUT_MS, cutOff, cutPrimary, healedAfter, LONG_CUT_MS } from './partitions.ts'
import type { Cluster } from './start-cluster.ts'

/** Writes need nothing of etcd. */
const GAP_S = 5

/** Some of the three etcd are killed. */
export const ETCD_KILLED: readonly Fault[] = [
  {
    title: 'the leader of the three etcd is killed and comes back',
    gap: GAP_S,
    failures: 0,
    happens: (cluster) =>
      keepingPrimary(cluster, async () => {
        const leader = await cluster.etcd.leader()
        await cluster.etcd.kill(leader)
        await sleep(CUT_MS)
        await cluster.etcd.revive(leader)
        return []
      }),
    repair: standbyIsBack,
  },
  {
    title: 'two of the three etcd are killed and come back',
    gap: GAP_S,
    failures: 0,
    happens: (cluster) =>
      keepingPrimary(cluster, async () => {
        const leader = await cluster.etcd.leader()
        const killed = cluster.etcd.machines.filter((etcd) => etcd !== leader)
        await Promise.all(killed.map(cluster.etcd.kill))
        await sleep(LONG_CUT_MS)
        await Promise.all(killed.map(cluster.etcd.revive))
        return []
      }),
    repair: standbyIsBack,
  },
]

/** Some of the three etcd are cut off, where the network can be cut. */
export const ETCD_CUT: readonly Fault[] = [
  {
    title: 'the leader of the three etcd is cut off from all',
    gap: GAP_S,
    failures: 0,
    happens: (cluster, workload) =>
      keepingPrimary(cluster, async () => {
        const { name } = await cluster.etcd.leader()
        return healedAfter(cutOff(cluster.network, name, [...others(name), 'db1', 'db2']), workload, CUT_MS)
      }),
    repair: standbyIsBack,
  },
  {
    title: 'the primary and the leader of the three etcd are cut off from the other two and the standby',
    gap: WRITES_BACK_S,
    async happens(cluster, workload) {
      const { name } = await cluster.etcd.leader()
      const far = (standby: string) => [...others(name), standby]
      const alsoCut = (standby: string) => cutOff(cluster.network, name, far(standby))
      return cutPrimary(cluster, workload, far, { alsoCut })
    },
    repair: standbyIsBack,
  },
]

/** Lets something happen, after which the primary has to be the same. */
async function keepingPrimary({ patroni }: Cluster, happens: () => Promise<Row[]>): Promise<Row[]> {
  const { name } = await patroni.primary()
  const rows = await happens()
  const changes = (await patroni.primary()).name === name ? 0 : 1
  return [...rows, atMost('changes of the primary', changes, 0, '')]
}

function others(etcd: string): string[] {
  return ETCDS.filter((name) => name !== etcd)
}
