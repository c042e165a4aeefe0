import { execFileSync, type SpawnOptions } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** The user that PostgreSQL runs as: `prefix` comes before its command line, `options` go to spawn. `gid` is set only under root. */
export type Identity = { uid: number; gid?: number; prefix: string[]; options: Pick<SpawnOptions, 'uid' | 'gid'> }

type User = { name: string; uid: number; gid: number }

/**
 * Chooses the system user that the server runs as: the current one, unless that is root, which PostgreSQL refuses; then the
 * owner of the cluster or of `dataDir`, else `postgres`, else `nobody`. `cluster` need not exist yet.
 * Throws an error of one line when no such user can reach the folders. Source: *ours*.
 */
export function chooseIdentity(dataDir: string, cluster: string, bin: string): Identity {
  if (process.getuid?.() !== 0) return { uid: process.getuid?.() ?? 0, prefix: [], options: {} }
  const { name, uid, gid } = unprivilegedUser([cluster, dataDir])

  if (reaches(dataDir, bin, [], { uid, gid })) return { uid, gid, prefix: [], options: { uid, gid } }

  const prefix = walkingThroughClosedHomes(uid, gid)
  if (reaches(dataDir, bin, prefix, {})) return { uid, gid, prefix, options: {} }

  throw new Error(
    `User ${name} (PostgreSQL cannot run as root) cannot reach ${dataDir} or ${bin}. Move the program, e.g. to /opt, ` +
      'and DATA_DIR to /var/lib/savari; or start it as a normal user; or set DATABASE_URL.',
  )
}

function unprivilegedUser(folders: string[]): User {
  const users = systemUsers()
  const owners = folders.map((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.uid).filter(Boolean)
  const user =
    users.find(({ uid }) => uid === owners[0]) ??
    users.find(({ name }) => name === 'postgres') ??
    users.find(({ name }) => name === 'nobody')
  if (user) return user
  throw new Error('PostgreSQL cannot run as root and no other user exists: start the program as a normal user.')
}

function systemUsers(): User[] {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name && uid > 0)
}

/** A command prefix that drops root's rights except that of reading, which folders inside root's 0700 home need. */
function walkingThroughClosedHomes(uid: number, gid: number): string[] {
  const capability = '+dac_read_search'
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ]
}

function reaches(dataDir: string, bin: string, prefix: string[], options: Identity['options']): boolean {
  const trial = 'cd "$0" && "$1" -V && test -x "$1"'
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', trial, dataDir, path.join(bin, 'initdb')]
  try {
    execFileSync(command, args, { ...options, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
