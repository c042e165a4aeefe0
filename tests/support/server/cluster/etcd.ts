import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import type { Machine } from './machine.ts'
import { type Network, ONE_MACHINE } from './network.ts'
import { exampleWith, giveToPrograms, type Program, programAt, programFolder, startProgram, until } from './program.ts'

/** One of the etcd. `port` is that of its clients, `peerPort` that of the others. */
export type EtcdMachine = { name: string; machine: Machine; port: number; peerPort: number }

export type EtcdCluster = {
  machines: readonly EtcdMachine[]
  /** The one that orders what all of them write, as long as most of them reach it. */
  leader: () => Promise<EtcdMachine>
  kill: (machine: EtcdMachine) => Promise<void>
  /** Starts it again; resolves when it knows a leader. */
  revive: (machine: EtcdMachine) => Promise<void>
  stop: () => Promise<void>
}

/** Odd, so that each cut leaves a majority on one side. */
export const ETCDS = ['etcd1', 'etcd2', 'etcd3'] as const

/** Starts three etcd with the configuration of `deploy/`; resolves when each knows a leader. */
export async function startEtcd(network: Pick<Network, 'machine'> = ONE_MACHINE): Promise<EtcdCluster> {
  const { folder, remove } = programFolder('etcd')
  const machines = await Promise.all(
    ETCDS.map(async (name) => ({
      name,
      machine: network.machine(name),
      port: await freePort(),
      peerPort: await freePort(),
    })),
  )
  const programs = new Map<EtcdMachine, Program>()
  for (const machine of machines) {
    const data = join(folder, machine.name)
    mkdirSync(data, { mode: 0o700 })
    giveToPrograms(data)
    writeFileSync(configFileOf(machine), configOf(machine, { machines, data }))
    start(machine)
  }
  await Promise.all(machines.map(isUsable))
  return {
    machines,
    leader: () =>
      until(
        async () =>
          (await Promise.all(machines.map(async (one) => ((await isLeader(one)) ? one : undefined)))).find(Boolean),
        { describe: () => 'no etcd leads' },
      ),
    async kill(machine) {
      await programs.get(machine)?.kill()
    },
    async revive(machine) {
      start(machine)
      await isUsable(machine)
    },
    async stop() {
      for (const program of programs.values()) if (program.isRunning()) await program.kill()
      remove()
    },
  }

  function configFileOf({ name }: EtcdMachine) {
    return join(folder, `${name}.yml`)
  }

  function start(machine: EtcdMachine) {
    const args = ['--config-file', configFileOf(machine)]
    programs.set(machine, startProgram(programAt('etcd') ?? '', args, { machine: machine.machine }))
  }

  async function isUsable(machine: EtcdMachine) {
    await until(() => isHealthy(machine), { describe: () => `${machine.name}: ${programs.get(machine)?.output()}` })
  }
}

function configOf(
  { name, machine, port, peerPort }: EtcdMachine,
  { machines, data }: { machines: readonly EtcdMachine[]; data: string },
): string {
  const peers = machines.map((other) => `${other.name}=http://${other.machine.address}:${other.peerPort}`)
  return exampleWith('etcd/etcd.yml', [
    [/^name: .*/m, `name: ${name}`],
    [/^data-dir: .*/m, `data-dir: ${data}`],
    [/^initial-cluster: .*/m, `initial-cluster: ${peers.join()}`],
    [/http:\/\/10\.0\.0\.41:2379/g, `http://${machine.address}:${port}`],
    [/http:\/\/10\.0\.0\.41:2380/g, `http://${machine.address}:${peerPort}`],
  ])
}

/** Whether it knows a leader and writes through it. */
async function isHealthy(machine: EtcdMachine): Promise<boolean> {
  const answer = await fetch(`${originOf(machine)}/health`, { signal: AbortSignal.timeout(2_000) })
  await answer.arrayBuffer()
  return answer.ok
}

/** False if it is away. */
async function isLeader(machine: EtcdMachine): Promise<boolean> {
  return fetch(`${originOf(machine)}/v2/stats/self`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => ((await answer.json()) as { state?: string }).state === 'StateLeader',
    () => false,
  )
}

function originOf({ machine, port }: EtcdMachine): string {
  return `http://${machine.address}:${port}`
}
