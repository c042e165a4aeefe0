import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { codeOf } from '#app/db/connection/error-code.ts'
import type { Identity } from './identity.ts'

/** The major version of our binaries, which cannot open a cluster of another one. */
const MAJOR = '18'

/** Longest socket folder: sun_path holds 107 bytes on Linux and 103 on macOS, and the socket's own name takes 15. */
const LONGEST_SOCKET_FOLDER = 85

/**
 * Creates DATA_DIR and returns its real path. A folder that root creates gets the owner of its parent folder,
 * so that starting the program once with sudo does not lock its user out. Throws when it is not writable.
 */
export function prepareDataDir(dataDir: string): string {
  try {
    const first = fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
    if (first && process.getuid?.() === 0) handToParentsOwner(first, dataDir)
    fs.rmdirSync(fs.mkdtempSync(path.join(dataDir, 'write-')))
    return fs.realpathSync(dataDir)
  } catch (cause) {
    throw new Error(`Cannot write to DATA_DIR ${dataDir} (${codeOf(cause)}).`, { cause })
  }
}

function handToParentsOwner(first: string, last: string) {
  const { uid, gid } = fs.statSync(path.dirname(first))
  for (let folder = path.resolve(last); folder.startsWith(first); folder = path.dirname(folder)) {
    fs.chownSync(folder, uid, gid)
  }
}

/** The folder of our major version's cluster. Throws when DATA_DIR holds only one of another major version. */
export function clusterFolder(dataDir: string): string {
  const folder = path.join(dataDir, `pg${MAJOR}`)
  const other = fs.readdirSync(dataDir).find((name) => /^pg\d+$/.test(name) && name !== `pg${MAJOR}`)
  if (!other || fs.existsSync(folder)) return folder
  throw new Error(
    `${dataDir} holds data of PostgreSQL ${other.slice(2)} and this version brings ${MAJOR}: ` +
      'copy it out with the previous version (pg_dump), or set DATABASE_URL to a server of that version.',
  )
}

/**
 * The folder of the unix socket: the cluster's own, or a private temporary one where that path is too long for a
 * socket. Throws when somebody else has taken the temporary one.
 */
export function socketFolder(cluster: string, { uid, gid }: Identity): string {
  if (Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER) return cluster
  const short = path.join(os.tmpdir(), `savari-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  try {
    fs.mkdirSync(short, { mode: 0o700 })
    if (gid !== undefined) fs.chownSync(short, uid, gid)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const found = fs.lstatSync(short)
  if (found.isDirectory() && found.uid === uid && !(found.mode & 0o77)) return short
  throw new Error(`${short} belongs to somebody else; remove it.`)
}
