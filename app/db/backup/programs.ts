import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The name of one of PostgreSQL's programs, if it can be run here and is not older than a server of that version (as 180004): an older
 * one refuses to read it. The embedded server brings none of them.
 */
export async function postgresProgram(
  name: 'pg_dump' | 'pg_restore',
  serverVersion: number,
): Promise<string | undefined> {
  const { stdout } = await run(name, ['--version']).catch(() => ({ stdout: '' }))
  const major = Number(/(\d+)/.exec(stdout)?.[1] ?? 0)
  return major >= Math.floor(serverVersion / 10_000) ? name : undefined
}
