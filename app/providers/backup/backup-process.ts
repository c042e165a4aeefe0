import { spawn } from 'node:child_process'

/** The program behind `npm run backup`, in the project's folder, where every process of the site starts. */
const PROGRAM = 'scripts/data/backup.ts'

/**
 * Runs backups in a process of its own, because encryption would hold up the site's. It reads the same settings, and ends with this
 * process, or when the signal aborts. The promise fails with what it said.
 */
export function createBackupProcess(
  log: (line: string) => void,
): (what: 'write' | 'try', signal?: AbortSignal) => Promise<void> {
  return (what, signal) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAM, ...(what === 'try' ? ['--drill'] : [])], {
        stdio: ['ignore', 'pipe', 'pipe'],
        signal,
      })
      const end = () => child.kill()
      process.once('exit', end)
      let said = ''
      let errors = ''
      child.stdout.on('data', (text) => {
        said += text
      })
      child.stderr.on('data', (text) => {
        errors += text
      })
      child.on('error', reject)
      child.on('close', (code) => {
        process.off('exit', end)
        // What it says of a backup that has succeeded is a warning.
        for (const line of (code === 0 ? said + errors : said).trim().split('\n')) log(`backup: ${line}`)
        if (code === 0) resolve()
        else reject(new Error(errors.trim() || said.trim()))
      })
    })
}
