import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The run's folder with the demonstration loaded; `tests/support/server/process/site.ts` removes it at the end. */
export const PREPARED = `${process.env.SITE_DATA_DIR ?? join(tmpdir(), 'savari-test')}-prepared`
const LOCK = `${PREPARED}-lock`
const WITHIN_MS = 120_000

/** An empty data folder of a test's own. */
export function emptyDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'savari-process-'))
}

/**
 * A data folder of a test's own with the demonstration in it: a process starts on it in a third of the time that it
 * takes on an empty one. `prepare` fills the folder that all others are copied from, once in a run.
 */
export async function preparedDataDir(prepare: (folder: string) => Promise<void>): Promise<string> {
  await once(prepare)
  const folder = emptyDataDir()
  // -a keeps owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', `${PREPARED}/.`, folder])
  return folder
}

/** One worker prepares, the others wait. */
async function once(prepare: (folder: string) => Promise<void>) {
  for (const end = Date.now() + WITHIN_MS; !existsSync(PREPARED); await sleep(50)) {
    if (Date.now() > end) throw new Error(`${PREPARED} was not prepared`)
    if (!takeLock()) continue
    const folder = emptyDataDir()
    try {
      await prepare(folder)
      renameSync(folder, PREPARED)
    } finally {
      rmSync(LOCK, { recursive: true, force: true })
    }
  }
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    return false
  }
}
