import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { serverPid } from '#app/db/embedded/alive.ts'
import { openEmbedded } from '#app/db/embedded/open.ts'

const FAST = { fsync: 'off' }
const silent = () => {}
const folders: string[] = []
const processes: ChildProcess[] = []

function emptyFolder(name = 'data'): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'savari-embedded-'))
  fs.chmodSync(folder, 0o755)
  folders.push(folder)
  return path.join(folder, name)
}

async function anotherProcess(dataDir: string): Promise<{ child: ChildProcess; url: string; isOwner: boolean }> {
  const script = path.join(import.meta.dirname, '../support/server/process/embedded-process.ts')
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  processes.push(child)
  const [line] = await once(createInterface(child.stdout!), 'line')
  return { child, ...JSON.parse(line) }
}

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', silent)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

function endOf(child: ChildProcess): Promise<unknown> {
  return child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve()
}

async function serverGone(cluster: string) {
  await expect.poll(() => serverPid(cluster), { timeout: 20_000 }).toBe(0)
}

afterEach(async () => {
  for (const child of processes.splice(0)) {
    child.kill('SIGKILL')
    await endOf(child)
  }
  for (const folder of folders.splice(0)) {
    for (const dataDir of fs.readdirSync(folder)) await serverGone(path.join(folder, dataDir, 'pg18'))
    fs.rmSync(folder, { recursive: true })
  }
})

test('it starts on an empty folder under any user, and never runs as root', async () => {
  const dataDir = emptyFolder('پوشه‌ی داده با فاصله و نامی که برای نشانی یک سوکت بسیار درازتر از اندازه است')
  const embedded = await openEmbedded({ dataDir, settings: FAST, log: silent })
  const cluster = path.join(fs.realpathSync(dataDir), 'pg18')
  expect(execFileSync('ps', ['-o', 'uid=', '-p', String(serverPid(cluster))], { encoding: 'utf8' }).trim()).not.toBe(
    '0',
  )

  const [who] = await ask(
    embedded.url(),
    'select current_user as role, rolsuper from pg_roles where rolname = current_user',
  )
  expect(who).toEqual({ role: 'app', rolsuper: false })
  expect(await ask(embedded.url(), `select show_trgm('کیش') <> '{}' as words, unaccent('é') as plain`)).toEqual([
    { words: true, plain: 'e' },
  ])

  await embedded.stop()
  expect(serverPid(cluster)).toBe(0)
  const socketFolder = new URLSearchParams(embedded.url().split('?')[1]).get('host')!
  expect(socketFolder.length).toBeLessThan(100)
  folders.push(socketFolder)
})

test('two processes that open the same empty folder share one server, and the second takes over from the first', async () => {
  const dataDir = emptyFolder()
  const both = await Promise.all([anotherProcess(dataDir), anotherProcess(dataDir)])
  const [owner, guest] = both.toSorted((a, b) => Number(b.isOwner) - Number(a.isOwner))
  expect([owner!.isOwner, guest!.isOwner]).toEqual([true, false])

  await ask(owner!.url, 'create table kept as select 7 as number')
  expect(await ask(guest!.url, 'select number from kept')).toEqual([{ number: 7 }])

  owner!.child.kill('SIGKILL')
  await endOf(owner!.child)
  const stillThere = () => ask(guest!.url, 'select number from kept').catch(() => 'not yet')
  await expect.poll(stillThere, { timeout: 10_000 }).toEqual([{ number: 7 }])
})

test('killing the process leaves no server behind, and what was written is there at the next start', async () => {
  const dataDir = emptyFolder()
  const cluster = path.join(dataDir, 'pg18')
  const first = await anotherProcess(dataDir)
  await ask(first.url, 'create table kept as select 7 as number')
  first.child.kill('SIGKILL')
  await serverGone(cluster)

  const second = await anotherProcess(dataDir)
  expect(second.isOwner).toBe(true)
  expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 7 }])

  process.kill(-second.child.pid!, 'SIGINT')
  await serverGone(cluster)
})

test('a server whose guard was killed too is replaced, and a pid file of an unrelated process is no obstacle', async () => {
  const dataDir = emptyFolder()
  const cluster = path.join(dataDir, 'pg18')
  const first = await anotherProcess(dataDir)
  const orphan = serverPid(cluster)
  const guard = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(orphan)], { encoding: 'utf8' }))
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(guard)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  // And the guard's reader, which would stop the server as soon as our process is gone.
  const watching = [guard, ...children.map(Number).filter((pid) => pid !== orphan)]
  // Both are stopped first, so that neither notices the other's end.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of watching) process.kill(pid, signal)
  first.child.kill('SIGKILL')
  await endOf(first.child)
  expect(serverPid(cluster)).toBe(orphan)

  const second = await openEmbedded({ dataDir, settings: FAST, log: silent })
  expect([second.isOwner(), serverPid(cluster) === orphan]).toEqual([true, false])
  const pidFile = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8')
  await second.stop()

  fs.writeFileSync(path.join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.ppid)))
  const third = await openEmbedded({ dataDir, settings: FAST, log: silent })
  expect(await ask(third.url(), 'select 1 as one')).toEqual([{ one: 1 }])
  await third.stop()
})

test('a server that crashes is restarted, and the pool reconnects', async () => {
  const dataDir = emptyFolder()
  const { pool, close } = await openDatabase({ dataDir, log: silent })
  process.kill(serverPid(path.join(dataDir, 'pg18')), 'SIGKILL')
  const answer = () =>
    pool.query('select 1 as one').then(
      ({ rows }) => rows,
      () => 'not yet',
    )
  await expect.poll(answer, { timeout: 10_000 }).toEqual([{ one: 1 }])
  await close()
})

test('one process can open the same folder twice', async () => {
  const dataDir = emptyFolder()
  const open = () => openEmbedded({ dataDir, settings: FAST, log: silent })
  const both = await Promise.all([open(), open()])
  const [owner, guest] = both.toSorted((a, b) => Number(b.isOwner()) - Number(a.isOwner()))
  expect([owner!.isOwner(), guest!.isOwner()]).toEqual([true, false])

  await owner!.stop()
  await expect.poll(() => guest!.isOwner(), { timeout: 10_000 }).toBe(true)
  expect(await ask(guest!.url(), 'select 1 as one')).toEqual([{ one: 1 }])
  await guest!.stop()
})

test('an unusable folder is refused in one clear line', async () => {
  const file = emptyFolder('a-file')
  fs.writeFileSync(file, '')
  await expect(openEmbedded({ dataDir: file, log: silent })).rejects.toThrow(
    `Cannot write to DATA_DIR ${file} (EEXIST).`,
  )

  const older = emptyFolder()
  fs.mkdirSync(path.join(older, 'pg17'), { recursive: true })
  await expect(openEmbedded({ dataDir: older, log: silent })).rejects.toThrow('holds data of PostgreSQL 17')
})
