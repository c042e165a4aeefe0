import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, serverPid } from '#app/db/embedded/alive.ts'

/** Suspends every process of a data folder's embedded PostgreSQL; returns a function that resumes them. */
export function freezeDatabase(dataDir: string): () => void {
  const server = serverPid(join(realpathSync(dataDir), 'pg18'))
  const workers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
  const pids = [server, ...workers.trim().split(/\s+/).map(Number)]
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    // A process whose connection was closed meanwhile ends as soon as it is resumed.
    for (const pid of pids.filter(isAlive)) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
