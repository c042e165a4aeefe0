import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../process/free-port.ts'
import { answersAt } from './pgbouncer.ts'
import { exampleWith, giveToPrograms, type Program, programAt, programFolder, startProgram, until } from './program.ts'

/** The latest version that Debian's Patroni knows. */
const BINARIES = '/usr/lib/postgresql/15/bin'

export const hasPostgres15 = existsSync(BINARIES)

export type DatabaseMachine = { name: string; port: number; restPort: number }

export type PatroniCluster = {
  machines: readonly DatabaseMachine[]
  /** Of which the present primary is one. */
  primary: () => Promise<DatabaseMachine>
  /** Whether a standby has everything that is acknowledged. */
  isSynchronous: () => Promise<boolean>
  /** Ends Patroni and PostgreSQL of a machine at once, as a power failure would. */
  kill: (machine: DatabaseMachine) => Promise<void>
  revive: (machine: DatabaseMachine) => void
  /** Stops Patroni and PostgreSQL of a machine without ending them, as a machine that hangs; the result lets them go on. */
  freeze: (machine: DatabaseMachine) => () => void
  /** Connects as the superuser, past HAProxy. */
  superuser: (machine: DatabaseMachine, database: string) => Promise<pg.Client>
  output: () => string
  stop: () => Promise<void>
}

const START_MS = 120_000

/** Starts etcd and two PostgreSQL under Patroni with the configuration of `deploy/`; resolves when the standby is synchronous. */
export async function startPatroni(): Promise<PatroniCluster> {
  const { folder, remove } = programFolder('patroni')
  const etcdPort = await freePort()
  const etcd = await startEtcd(folder, etcdPort)
  const machines = [await machineNamed('db1'), await machineNamed('db2')]
  const programs = new Map<string, Program>()
  const folderOf = ({ name }: DatabaseMachine) => join(folder, name)
  const revive = (machine: DatabaseMachine) => {
    const program = startProgram(programAt('patroni') ?? '', [join(folder, `${machine.name}.yml`)], { cwd: folder })
    programs.set(machine.name, program)
  }
  for (const machine of machines) {
    writeFileSync(join(folder, `${machine.name}.yml`), configOf(machine, { folder, etcdPort, data: folderOf(machine) }))
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
    async isSynchronous() {
      const roles = await Promise.all(machines.map(({ restPort }) => answered(restPort, '/synchronous')))
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
    async superuser({ port }, database) {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
      await client.connect()
      return client
    },
    output,
    async stop() {
      for (const program of programs.values()) if (program.isRunning()) await program.kill()
      for (const machine of machines) killAll(folderOf(machine))
      await etcd.kill()
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
    return [...programs].map(([name, program]) => `${name}:\n${program.output().slice(-3000)}`).join('\n')
  }
}

async function machineNamed(name: string): Promise<DatabaseMachine> {
  return { name, port: await freePort(), restPort: await freePort() }
}

async function startEtcd(folder: string, port: number): Promise<Program> {
  const peers = `http://127.0.0.1:${await freePort()}`
  const clients = `http://127.0.0.1:${port}`
  const data = join(folder, 'etcd')
  mkdirSync(data, { mode: 0o700 })
  giveToPrograms(data)
  const etcd = startProgram(programAt('etcd') ?? '', [
    ...['--data-dir', data, '--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
  ])
  await until(() => answersAt(port), { describe: () => `etcd: ${etcd.output()}` })
  return etcd
}

function configOf(
  { name, port, restPort }: DatabaseMachine,
  { folder, etcdPort, data }: { folder: string; etcdPort: number; data: string },
): string {
  return exampleWith('patroni/patroni.yml', [
    [/^name: .*/m, `name: ${name}`],
    [/127\.0\.0\.1:8008/g, `127.0.0.1:${restPort}`],
    [/127\.0\.0\.1:2379/, `127.0.0.1:${etcdPort}`],
    [/127\.0\.0\.1:5432/g, `127.0.0.1:${port}`],
    [/^ {2}data_dir: .*/m, `  data_dir: ${data}`],
    [/^ {2}bin_dir: .*/m, `  bin_dir: ${BINARIES}`],
    [/^ {2}pgpass: .*/m, `  pgpass: ${join(folder, `${name}.pgpass`)}`],
    // Everything here is on this machine, and dropped at the end.
    [/- local all all peer/, '- local all all trust'],
    [/10\.0\.0\.0\/8 scram-sha-256/g, '127.0.0.1/32 trust'],
    [/^(postgresql:\n)/m, `$1  parameters:\n    unix_socket_directories: ${folder}\n`],
  ])
}

async function isHealthy({ restPort }: DatabaseMachine): Promise<boolean> {
  return (await answered(restPort, '/health')) === true
}

async function isPrimary({ restPort }: DatabaseMachine): Promise<boolean> {
  return (await answered(restPort, '/primary')) === true
}

async function answered(port: number, path: string): Promise<boolean | undefined> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
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
  if (!postmaster) return
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
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
