import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../process/free-port.ts'
import type { EtcdCluster } from './etcd.ts'
import type { Machine } from './machine.ts'
import { type Network, ONE_MACHINE } from './network.ts'
import { exampleWith, type Program, programAt, programFolder, startProgram, until } from './program.ts'

/** The latest version that Debian's Patroni knows. */
const BINARIES = '/usr/lib/postgresql/15/bin'

export const hasPostgres15 = existsSync(BINARIES)

export type DatabaseMachine = { name: string; machine: Machine; port: number; restPort: number }

export type PatroniCluster = {
  machines: readonly DatabaseMachine[]
  /** Of which the present primary is one. */
  primary: () => Promise<DatabaseMachine>
  /** Whether a machine believes itself to be the primary. */
  isPrimary: (machine: DatabaseMachine) => Promise<boolean>
  /** Whether a standby has everything that is acknowledged. */
  isSynchronous: () => Promise<boolean>
  /** Ends Patroni and PostgreSQL of a machine at once, as a power failure would. */
  kill: (machine: DatabaseMachine) => Promise<void>
  revive: (machine: DatabaseMachine) => void
  /** Stops Patroni and PostgreSQL of a machine without ending them, as a machine that hangs; the result lets them go on. */
  freeze: (machine: DatabaseMachine) => () => void
  /**
   * Stops the process of a standby that replays what it receives, which it goes on receiving; the result lets it go on. Patroni would end a pause
   * that PostgreSQL itself is asked for at its next look.
   */
  holdReplay: (machine: DatabaseMachine) => () => void
  /** Connects as the superuser, past HAProxy. */
  superuser: (machine: DatabaseMachine, database: string) => Promise<pg.Client>
  output: () => string
  stop: () => Promise<void>
}

const START_MS = 120_000
/** What Patroni and PostgreSQL write in about a minute of a failover. */
const LAST_OUTPUT = 50_000

/** Starts two PostgreSQL under Patroni with the configuration of `deploy/`; resolves when the standby is synchronous. */
export async function startPatroni(
  etcd: Pick<EtcdCluster, 'machines'>,
  network: Pick<Network, 'machine' | 'range'> = ONE_MACHINE,
): Promise<PatroniCluster> {
  const { folder, remove } = programFolder('patroni')
  const machines = await Promise.all(['db1', 'db2'].map((name) => machineNamed(name, network)))
  const programs = new Map<string, Program>()
  const folderOf = ({ name }: DatabaseMachine) => join(folder, name)
  const revive = (machine: DatabaseMachine) => {
    const options = { cwd: folder, machine: machine.machine }
    const program = startProgram(programAt('patroni') ?? '', [join(folder, `${machine.name}.yml`)], options)
    programs.set(machine.name, program)
  }
  for (const machine of machines) {
    const config = configOf(machine, { folder, etcd, data: folderOf(machine), range: network.range })
    writeFileSync(join(folder, `${machine.name}.yml`), config)
    revive(machine)
    await until(() => isHealthy(machine), { withinMs: START_MS, describe: output })
  }
  const cluster: PatroniCluster = {
    machines,
    primary: () =>
      until(
        async () =>
          (await Promise.all(machines.map(async (one) => ((await isPrimary(one)) ? one : undefined)))).find(Boolean),
        {
          withinMs: START_MS,
          describe: output,
        },
      ),
    isPrimary,
    async isSynchronous() {
      const roles = await Promise.all(machines.map((machine) => answered(machine, '/synchronous')))
      return roles.includes(true)
    },
    async kill(machine) {
      const data = folderOf(machine)
      await programs.get(machine.name)?.kill()
      killAll(data)
    },
    revive,
    freeze(machine) {
      const data = folderOf(machine)
      const signal = (name: NodeJS.Signals) => {
        programs.get(machine.name)?.signal(name)
        signalAll(data, name)
      }
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
    holdReplay(machine) {
      const postmaster = postmasterOf(folderOf(machine))
      const replaying = postmaster ? childrenOf(postmaster).filter((pid) => titleOf(pid).includes('startup')) : []
      if (replaying.length === 0) throw new Error(`${machine.name} replays nothing`)
      const signal = (name: NodeJS.Signals) => signalEach(replaying, name)
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
    async superuser({ machine, port }, database) {
      const client = new pg.Client({ host: machine.address, port, user: 'postgres', database })
      await client.connect()
      return client
    },
    output,
    async stop() {
      for (const program of programs.values()) if (program.isRunning()) await program.kill()
      for (const machine of machines) killAll(folderOf(machine))
      remove()
    },
  }
  // Before its folder is removed, which says what is to be ended.
  process.prependListener('exit', () => {
    for (const machine of machines) killAll(folderOf(machine))
  })
  await until(() => cluster.isSynchronous(), { withinMs: START_MS, describe: output })
  return cluster

  function output() {
    return [...programs].map(([name, program]) => `${name}:\n${program.output().slice(-LAST_OUTPUT)}`).join('\n')
  }
}

async function machineNamed(name: string, network: Pick<Network, 'machine'>): Promise<DatabaseMachine> {
  return { name, machine: network.machine(name), port: await freePort(), restPort: await freePort() }
}

function configOf(
  { name, machine: { address }, port, restPort }: DatabaseMachine,
  { folder, etcd, data, range }: { folder: string; etcd: Pick<EtcdCluster, 'machines'>; data: string; range: string },
): string {
  return exampleWith('patroni/patroni.yml', [
    [/^name: .*/m, `name: ${name}`],
    [/127\.0\.0\.1:8008/g, `${address}:${restPort}`],
    [/^ {2}hosts: .*/m, `  hosts: ${etcd.machines.map(({ machine, port }) => `${machine.address}:${port}`).join()}`],
    [/127\.0\.0\.1:5432/g, `${address}:${port}`],
    [/^ {2}data_dir: .*/m, `  data_dir: ${data}`],
    [/^ {2}bin_dir: .*/m, `  bin_dir: ${BINARIES}`],
    [/^ {2}pgpass: .*/m, `  pgpass: ${join(folder, `${name}.pgpass`)}`],
    // Everything here is on this machine, and dropped at the end.
    [/- local all all peer/, '- local all all trust'],
    [/10\.0\.0\.0\/8 scram-sha-256/g, `${range} trust`],
    [/^(postgresql:\n)/m, `$1  parameters:\n    unix_socket_directories: ${folder}\n`],
  ])
}

async function isHealthy(machine: DatabaseMachine): Promise<boolean> {
  return (await answered(machine, '/health')) === true
}

async function isPrimary(machine: DatabaseMachine): Promise<boolean> {
  return (await answered(machine, '/primary')) === true
}

async function answered({ machine, restPort }: DatabaseMachine, path: string): Promise<boolean | undefined> {
  return fetch(`http://${machine.address}:${restPort}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => undefined,
  )
}

/** Ends a PostgreSQL of ours and all its processes, which Patroni's end leaves running. */
function killAll(data: string) {
  signalAll(data, 'SIGKILL')
}

function signalAll(data: string, signal: NodeJS.Signals) {
  const postmaster = postmasterOf(data)
  if (postmaster) signalEach([postmaster, ...childrenOf(postmaster)], signal)
}

function signalEach(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

/** What a process calls itself: `postgres: savari: startup recovering …`. */
function titleOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}

function postmasterOf(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
