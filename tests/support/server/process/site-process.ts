import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { emptyDataDir, preparedDataDir } from '../database/prepared-data.ts'
import { freePort } from './free-port.ts'
import { wrongLines } from './log-lines.ts'

export interface SiteProcess {
  /** `http://localhost:…`; its simulated bank is on 127.0.0.1. */
  origin: string
  bankOrigin: string
  dataDir: string
  /** All output of the process so far. */
  output: () => string
  /** Ends the process and keeps its data folder, which another one uses. */
  end: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the built site as a process with its own settings, on free ports, with a data folder that is removed when it
 * stops: the demonstration's, or an empty one where the API is elsewhere. Resolves once it is ready; throws with its
 * output when it ends before that.
 */
export async function startSiteProcess(settings: Record<string, string> = {}, script?: string): Promise<SiteProcess> {
  const hasDatabase = !settings.API_BASE_URL && !settings.DATA_DIR
  return startOn(hasDatabase ? await demonstrationDataDir() : emptyDataDir(), settings, script)
}

/** A data folder with the demonstration in it; the caller removes it. */
export function demonstrationDataDir(): Promise<string> {
  return preparedDataDir(async (folder) => {
    const site = await startOn(emptyDataDir(), { DATA_DIR: folder })
    await site.stop()
  })
}

async function startOn(
  dataDir: string,
  settings: Record<string, string>,
  script = 'app/server.ts',
): Promise<SiteProcess> {
  const port = settings.PORT ?? String(await freePort())
  const bankPort = String(await freePort())
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--enable-source-maps', script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MODE: 'demonstration',
      NODE_ENV: 'production',
      PORT: port,
      BANK_PORT: bankPort,
      DATA_DIR: dataDir,
      STOP_NOTICE_MS: '0',
      ...settings,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (text += piece))
  const exited = once(child, 'exit')
  const end = async () => {
    child.kill('SIGTERM')
    await exited
    const wrong = wrongLines(text)
    if (wrong.length > 0) throw new Error(`lines of the log that docs/logs.md does not describe:\n${wrong.join('\n')}`)
  }
  const stop = async () => {
    await end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const site = { origin, bankOrigin: `http://127.0.0.1:${bankPort}`, dataDir, output: () => text, end, stop }
  const deadline = Date.now() + START_WITHIN_MS
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`the site did not start:\n${text}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return site
}

const START_WITHIN_MS = 90_000

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/readyz`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
