import fs from 'node:fs'
import path from 'node:path'
import { codeOf } from '#app/db/connection/error-code.ts'
import { isAlive } from './alive.ts'
import type { Identity } from './identity.ts'
import type { Programs } from './programs.ts'

/** The superuser only creates the cluster and monitors the server; the site connects as `APP_ROLE`, which owns its database. */
export const SUPERUSER = 'postgres'
export const APP_ROLE = 'app'
export const APP_DATABASE = 'savari'

/** What the schema needs: exclusion constraints on ids, trigram search, search without accents. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm', 'unaccent']

const ENCODING = ['-E', 'UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

const inProgress = new Set<string>()
let made = 0

/** `sync: false` does not wait for the disk (for tests). */
type Place = { dataDir: string; cluster: string; identity: Identity; programs: Programs; sync: boolean }

/**
 * Creates the cluster in a temporary folder and renames it when complete, so that neither a crash nor a race with another
 * process leaves it incomplete. Throws with the message of initdb or postgres.
 */
export async function createCluster({ dataDir, cluster, identity, programs, sync }: Place): Promise<void> {
  sweepScratch(dataDir)
  const scratch = path.join(dataDir, `new-${process.pid}-${++made}`)
  inProgress.add(scratch)
  const login = ['-U', SUPERUSER, '-A', 'trust', '--no-instructions']
  const size = ['--wal-segsize=1', '--set', 'min_wal_size=8MB', ...(sync ? [] : ['--no-sync'])]
  try {
    fs.mkdirSync(scratch, { mode: 0o700 })
    if (identity.gid !== undefined) fs.chownSync(scratch, identity.uid, identity.gid)
    await programs.run('initdb', ['-D', scratch, ...login, ...ENCODING, ...size])
    const unsynced = sync ? [] : ['-c', 'fsync=off']
    await programs.run('postgres', ['--single', ...unsynced, '-D', scratch, 'template1'], firstStatements())
    fs.renameSync(scratch, cluster)
  } catch (error) {
    fs.rmSync(scratch, { recursive: true, force: true })
    const anotherWasFirst = ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))
    if (!anotherWasFirst) throw error
  } finally {
    inProgress.delete(scratch)
  }
}

/** One statement per line, as single-user mode reads them. Databases that are created later copy the extensions from template1. */
function firstStatements(): string {
  return [
    ...EXTENSIONS.map((name) => `create extension ${name}`),
    `create role ${APP_ROLE} login`,
    `create database ${APP_DATABASE} owner ${APP_ROLE}`,
    '',
  ].join('\n')
}

/** Removes the temporary folders of dead processes, also of one with our own id: in a container we get the same id at every start. */
function sweepScratch(dataDir: string) {
  for (const name of fs.readdirSync(dataDir)) {
    const maker = Number(/^new-(\d+)-\d+$/.exec(name)?.[1])
    const scratch = path.join(dataDir, name)
    const isBusy = maker === process.pid ? inProgress.has(scratch) : isAlive(maker)
    if (maker && !isBusy) fs.rmSync(scratch, { recursive: true, force: true })
  }
}
