import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programAt, until } from '../support/server/cluster/program.ts'

/** What images are built and kept in between runs, where no daemon of this machine does it. */
export const FOLDER = join(tmpdir(), 'savari-containers')

type Ended = { code: number; output: string }
type Settings = { input?: string; env?: NodeJS.ProcessEnv; withinMs?: number }

const MOST_MS = 15 * 60_000

/** Runs a command to its end; returns its exit code and what it wrote. */
export function run(command: string, args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const { input = '', env = {}, withinMs = MOST_MS } = settings
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, timeout: withinMs })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        output += piece
      })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? 1, output: signal ? `${output}\n${signal}` : output }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** As `run`; throws with the end of what the command wrote if it fails. */
export async function runWell(command: string, args: readonly string[], settings: Settings = {}): Promise<string> {
  const { code, output } = await run(command, args, settings)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output.slice(-1500)}`)
  return output
}

export const docker = (...args: string[]) => runWell('docker', args)

/**
 * Finds the daemon that Docker's own settings name, or starts one of our own, which leaves the machine's firewall alone. Later commands use it.
 * `isOwn` says which.
 */
export async function openDocker(): Promise<{ isOwn: boolean; stop: () => Promise<void> }> {
  if ((await run('docker', ['version'])).code === 0) return { isOwn: false, stop: async () => {} }
  mkdirSync(FOLDER, { recursive: true })
  const at = (name: string) => join(FOLDER, name)
  const log = openSync(at('dockerd.log'), 'a')
  const options = ['--data-root', at('data'), '--exec-root', at('run'), '--pidfile', at('pid')]
  const quiet = ['--iptables=false', '--ip6tables=false', '--ip-masq=false']
  const socket = `unix://${at('socket')}`
  const child = spawn(programAt('dockerd') ?? '', [...options, ...quiet, '--host', socket], {
    stdio: ['ignore', log, log],
  })
  child.on('error', () => {})
  process.on('exit', () => child.kill('SIGTERM'))
  process.env.DOCKER_HOST = socket
  await until(async () => (await run('docker', ['version'])).code === 0, {
    describe: () => `the daemon: ${at('dockerd.log')}`,
  })
  return {
    isOwn: true,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** What this machine lacks, in words. */
export async function missingPrograms(): Promise<string[]> {
  const missing: string[] = []
  if (!programAt('docker')) missing.push('docker (docker.io)')
  else if ((await run('docker', ['compose', 'version'])).code !== 0) missing.push('Docker Compose 2.24 or later')
  const hasDaemon = programAt('docker') && (await run('docker', ['version'])).code === 0
  if (!hasDaemon && !(process.getuid?.() === 0 && programAt('dockerd')))
    missing.push('a Docker daemon (or root to start one)')
  if (!programAt('debootstrap') || process.getuid?.() !== 0) missing.push('debootstrap as root')
  if (!existsSync('/etc/ssl/certs/ca-certificates.crt')) missing.push('ca-certificates')
  return missing
}
