import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { serverPid } from '#app/db/embedded/alive.ts'
import { clusterFolder } from '#app/db/embedded/place.ts'
import { type BankSimulator, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import { type Program, startProgram, until } from '../support/server/cluster/program.ts'
import { emptyDataDir } from '../support/server/database/prepared-data.ts'
import { freePort } from '../support/server/process/free-port.ts'
import { demonstrationDataDir } from '../support/server/process/site-process.ts'

/** One machine: the product with its embedded database, and a bank elsewhere. */
export type Machine = {
  origin: string
  bank: BankSimulator
  dataDir: string
  /** The site's clock, which may be another one than that of the tests. */
  now: () => Date
  /** Kills the process of the site without warning. */
  killSite: () => Promise<void>
  /** Kills PostgreSQL without warning; the site brings it back. */
  killDatabase: () => void
  /** Starts the site again, as what supervises it does; resolves when it is ready for traffic, with the milliseconds that took. */
  startSite: () => Promise<number>
  /** Memory of the site's process, in MB. */
  memory: () => number
  output: () => string
  stop: () => Promise<void>
}

const READY_WITHIN_MS = 120_000
const KB_OF_MB = 1024

export type MachineOptions = {
  settings?: Record<string, string>
  /** Makes something of the data folder before the site starts there, and returns further settings. */
  prepare?: (dataDir: string) => Promise<Record<string, string>>
  /** Undoes that before the folder is removed. */
  release?: (dataDir: string) => void
  openFiles?: number
  now?: () => Date
  isNew?: boolean
}

/**
 * Starts the built site on a copy of the demonstration, or lets it make its own.
 * @param settings further settings of the site
 * @param now its clock, where `settings` give it another one than that of the tests
 * @param isNew whether it makes the demonstration itself, with the dates of its own clock
 * @param openFiles how many files and connections it may have open at once; by default as many as the system lets it
 */
export async function startMachine({
  settings = {},
  prepare,
  release,
  openFiles,
  now = () => new Date(),
  isNew = false,
}: MachineOptions = {}): Promise<Machine> {
  const dataDir = isNew ? emptyDataDir() : await demonstrationDataDir()
  const prepared = await prepare?.(dataDir)
  const bank = await startBankSimulator({ host: '127.0.0.1', port: 0, now: () => new Date() })
  const [port, bankPort] = [await freePort(), await freePort()]
  const origin = `http://localhost:${port}`
  const env = {
    MODE: 'demonstration',
    NODE_ENV: 'production',
    PORT: String(port),
    BANK_PORT: String(bankPort),
    BANK_ORIGIN: bank.origin,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    CHAT_MESSAGES_PER_MINUTE: '100000',
    STOP_NOTICE_MS: '0',
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    ...settings,
    ...prepared,
  }
  let site: Program | undefined

  async function startSite() {
    const began = performance.now()
    const command = `${openFiles === undefined ? '' : `ulimit -n ${openFiles}; `}exec "$0" "$@"`
    const started = startProgram(
      '/bin/sh',
      ['-c', command, process.execPath, '--enable-source-maps', 'app/server.ts'],
      {
        ...{ cwd: resolve('.'), asRoot: true, env },
      },
    )
    site = started
    await until(() => isReady(origin), {
      ...{ withinMs: READY_WITHIN_MS, everyMs: 20 },
      describe: () => `the site: ${started.output().slice(-4000)}`,
    })
    return performance.now() - began
  }

  await startSite()
  return {
    ...{ origin, bank, dataDir, now, startSite },
    killSite: async () => site?.kill('SIGKILL'),
    killDatabase: () => process.kill(serverPid(clusterFolder(realpathSync(dataDir))) ?? 0, 'SIGKILL'),
    memory: () => memoryOf(site?.pid ?? 0),
    output: () => site?.output() ?? '',
    async stop() {
      if (site?.isRunning()) await site.kill('SIGTERM')
      await bank.close()
      release?.(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Whether the process at an origin takes traffic. */
export async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) })
  await answer.arrayBuffer()
  return answer.ok
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / KB_OF_MB
}
