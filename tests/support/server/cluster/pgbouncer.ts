import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../process/free-port.ts'
import { HERE, type Machine } from './machine.ts'
import { exampleWith, type Program, programAt, programFolder, startProgram, until } from './program.ts'

export const hasPgBouncer = programAt('pgbouncer') !== undefined

export type PgBouncer = {
  /** The address of the same database through the pool. */
  url: string
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts PgBouncer with the configuration of `deploy/` before the database at `url`. `size`: its connections to PostgreSQL. */
export async function startPgBouncer(
  url: string,
  { size, machine = HERE }: { size: number; machine?: Machine },
): Promise<PgBouncer> {
  const program = programAt('pgbouncer')
  if (!program) throw new Error('PgBouncer is not on this machine')
  const { folder, remove } = programFolder('pgbouncer')
  const target = new URL(url)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = await freePort()
  const user = target.username || 'postgres'
  writeFileSync(join(folder, 'userlist.txt'), `"${user}" "${target.password}"\n`)
  const config = exampleWith('pgbouncer/pgbouncer.ini', [
    [
      /^savari = host=\S+ port=\S+/m,
      `* = host=${host} port=${target.searchParams.get('port') ?? (target.port || 5432)}`,
    ],
    [/^listen_addr = .*/m, `listen_addr = ${machine.address}`],
    [/^listen_port = .*/m, `listen_port = ${port}`],
    [/^auth_type = .*/m, 'auth_type = trust'],
    [/^auth_file = .*/m, `auth_file = ${join(folder, 'userlist.txt')}`],
    [/^default_pool_size = .*/m, `default_pool_size = ${size}`],
    [/^logfile = .*\n/m, ''],
    [/^pidfile = .*\n/m, ''],
  ])
  writeFileSync(join(folder, 'pgbouncer.ini'), config)
  const start = async () => {
    const started = startProgram(program, [join(folder, 'pgbouncer.ini')], { machine })
    await until(() => answersAt(port, machine), { describe: () => `PgBouncer: ${started.output()}` })
    return started
  }
  let process: Program = await start()
  const pooled = new URL(`postgres://${machine.address}:${port}${target.pathname}`)
  pooled.username = user
  pooled.password = target.password
  return {
    url: pooled.href,
    async restart() {
      await process.kill('SIGINT')
      process = await start()
    },
    async stop() {
      await process.kill()
      remove()
    },
  }
}

/** Whether something listens at a port of a machine. */
export function answersAt(port: number, { address }: Machine = HERE): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
