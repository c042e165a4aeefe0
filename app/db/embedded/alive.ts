import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { codeOf } from '#app/db/connection/error-code.ts'

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * The id of the process that really serves `cluster`, or 0. The pid file alone proves nothing: it survives a crash, and
 * a restarted container gives the same small ids to other processes.
 */
export function serverPid(cluster: string): number {
  const pid = Number(linesOf(pidFile(cluster))[0])
  return isAlive(pid) && isServerOf(pid, cluster) ? pid : 0
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return fs.readlinkSync(`/proc/${pid}/cwd`) === cluster
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return false
  }
}

/**
 * Makes a dead server's pid file harmless. The file stays, because the shared-memory key in it still guards against
 * surviving backends, but its pid becomes one that cannot exist. Call it only when `serverPid` is 0.
 */
export function disarmPidFile(cluster: string): void {
  const [pid, ...rest] = linesOf(pidFile(cluster))
  if (Number(pid) > 0) fs.writeFileSync(pidFile(cluster), ['2147483646', ...rest].join('\n'))
}

/** The lines of a file, none when it is not there. */
export function linesOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}
