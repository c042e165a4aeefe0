import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOn, HERE, type Machine } from './machine.ts'

export type Program = {
  /** Undefined where it could not be started. */
  pid: number | undefined
  output: () => string
  isRunning: () => boolean
  /** SIGKILL, or another signal; resolves when the process has ended. */
  kill: (signal?: NodeJS.Signals) => Promise<void>
  signal: (signal: NodeJS.Signals) => void
}

/** Debian puts servers beside programs that users start. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
const LAST_OUTPUT = 200_000

/** Where a program is on this machine; undefined if it is not. */
export function programAt(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Starts a program that keeps running. Under root it runs as the system's user `postgres` or `nobody`, as servers refuse root. */
export function startProgram(
  command: string,
  args: string[],
  {
    env = {},
    asRoot = false,
    cwd = '/',
    machine = HERE,
  }: { env?: Record<string, string>; asRoot?: boolean; cwd?: string; machine?: Machine } = {},
): Program {
  const { user, ...started } = commandOn(machine, [command, ...args], asRoot ? undefined : unprivileged())
  const child = spawn(started.command, started.args, {
    cwd,
    env: { PATH: FOLDERS.join(delimiter), HOME: '/tmp', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      text = `${text}${piece}`.slice(-LAST_OUTPUT)
    })
  child.on('error', (error) => {
    text += error.message
  })
  child.on('exit', (code, signal) => {
    text += `\nended with ${signal ?? code}`
  })
  const exited = once(child, 'exit').finally(() => running.delete(child))
  return {
    pid: child.pid,
    output: () => text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill(signal = 'SIGKILL') {
      child.kill(signal)
      await exited
    },
    signal: (signal) => void child.kill(signal),
  }
}

const running = new Set<ChildProcess>()
const folders = new Set<string>()
// Also when the tests are interrupted or fail before they clean up.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder of the programs' own, which is removed at the latest when this process ends. */
export function programFolder(name: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `savari-${name}-`))
  folders.add(folder)
  giveToPrograms(folder)
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      folders.delete(folder)
    },
  }
}

/** Gives a folder to the user that the programs run as. */
export function giveToPrograms(path: string): void {
  const user = unprivileged()
  if (user) chownSync(path, user.uid, user.gid)
}

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Waits until `check` answers truthy; throws with `describe`'s text when it does not in time. */
export async function until<Value>(
  check: () => Promise<Value> | Value,
  { withinMs = 30_000, everyMs = 100, describe }: { withinMs?: number; everyMs?: number; describe: () => string },
): Promise<NonNullable<Value>> {
  for (const end = Date.now() + withinMs; ; await sleep(everyMs)) {
    const value = await Promise.resolve()
      .then(check)
      .catch(() => undefined)
    if (value) return value
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${describe()}`)
  }
}

/** An example of `deploy/` with other values for some of its settings: a pattern of what is replaced, and by what. */
export function exampleWith(path: string, replaced: [RegExp, string][]): string {
  let text = readFileSync(join(import.meta.dirname, '../../../../deploy', path), 'utf8')
  for (const [pattern, value] of replaced) {
    if (!pattern.test(text)) throw new Error(`${path} has nothing like ${pattern}`)
    text = text.replace(pattern, value)
  }
  return text
}
