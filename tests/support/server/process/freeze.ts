import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, serverPid } from '#app/db/embedded/alive.ts'

/** Stops the embedded PostgreSQL of a data folder where it is, with each of its processes; gives what lets it go on. */
export function freezeDatabase(dataDir: string): () => void {
  const server = serverPid(join(realpathSync(dataDir), 'pg18'))
  const workers = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' })
  const pids = [server, ...workers.trim().split(/\s+/).map(Number)]
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    // Those whose connection was closed meanwhile end as soon as they go on.
    for (const pid of pids.filter(isAlive)) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
