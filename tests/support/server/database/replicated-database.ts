import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll } from 'vitest'
import { openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { type Embedded, openEmbedded } from '#app/db/embedded/open.ts'
import { clusterFolder } from '#app/db/embedded/place.ts'

/** Old log stays for a replica that is away for the length of a test. */
const PRIMARY = { fsync: 'off', wal_keep_size: '256MB' }

/**
 * A migrated database and a streaming replica of it, two real servers, for the calling test file. `pause` stops the replay of the replica,
 * which falls behind until `resume`; `stopReplica` ends it. `failOver` makes it the primary, and the former primary a server that only reads and
 * has not followed, as it is when it was cut off from the others.
 */
export async function replicatedDatabase() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'savari-replica-'))
  await fs.chmod(folder, 0o755)
  const open: Embedded[] = []
  afterAll(async () => {
    for (const server of open.reverse()) await server.stop()
    await fs.rm(folder, { recursive: true, force: true })
  })
  const start = async (name: string, settings: Record<string, string>) => {
    const server = await openEmbedded({ dataDir: path.join(folder, name), settings, log: () => {} })
    open.push(server)
    return server
  }

  const first = await openEmbedded({ dataDir: path.join(folder, 'primary'), settings: PRIMARY, log: () => {} })
  await first.stop()
  const [from, to] = ['primary', 'replica'].map((name) => path.join(folder, name)) as [string, string]
  // With owners and times, as the servers run as a user of their own.
  await promisify(execFile)('cp', ['-a', from, to])
  await makeStandby(to)

  const primary = await start('primary', PRIMARY)
  const host = decodeURIComponent(primary.superuserUrl().split('host=')[1] ?? '')
  const replica = await start('replica', { ...PRIMARY, primary_conninfo: `host=${host} user=postgres` })
  const database = await openDatabase({ databaseUrl: primary.url(), dataDir: '', log: () => {} })
  afterAll(database.close)
  await migrateToLatest(database.db, () => {})
  const onReplica = (statement: string) => execute(replica, statement)
  return {
    db: database.db,
    url: database.url,
    replicaUrl: replica.url(),
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    async failOver() {
      await database.close()
      await replica.stop()
      await primary.stop()
      const next = await start('replica', PRIMARY)
      await execute(next, 'select pg_promote()')
      await makeStandby(from)
      const former = await start('primary', PRIMARY)
      const { db, url, close } = await openDatabase({ databaseUrl: next.url(), dataDir: '', log: () => {} })
      afterAll(close)
      return { db, url, formerUrl: former.url() }
    },
  }
}

/** Lets the server of a folder only replay and read, from its next start on. */
async function makeStandby(folder: string) {
  const signal = path.join(clusterFolder(folder), 'standby.signal')
  await fs.writeFile(signal, '')
  const { uid, gid } = await fs.stat(clusterFolder(folder))
  await fs.chown(signal, uid, gid)
}

async function execute(server: Embedded, statement: string) {
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
