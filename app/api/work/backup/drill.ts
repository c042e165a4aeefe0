import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { BackupPlace } from '#app/providers/backup/place.ts'
import { isBackupName } from './format.ts'
import { type RestoreReport, restore } from './restore.ts'

type Options = {
  place: BackupPlace
  key: string
  /** The server of the side database, where its role may make one. */
  serverUrl: string
  /** Makes the side database where that role may not: the embedded server's own way. */
  beside?: ((name: string) => Promise<string>) | undefined
}

/**
 * Restores the newest backup into a database of its own, checks it, and removes that again. Uploaded files are read and compared with
 * their hashes. Throws where there is no backup, or it cannot be restored.
 */
export async function drill({ place, key, serverUrl, beside }: Options): Promise<RestoreReport & { name: string }> {
  const name = (await place.names()).filter(isBackupName).sort().at(-1)
  if (!name) throw new Error('There is no backup to try.')
  await removeLeftOver(serverUrl)
  const database = `savari_drill_${randomBytes(6).toString('hex')}`
  const to = beside ? await beside(database) : await makeDatabase(serverUrl, database)
  try {
    return { name, ...(await restore({ open: () => place.read(name), key, to })) }
  } finally {
    await onServer(serverUrl, (client) => client.query(`drop database if exists ${database} with (force)`))
  }
}

/**
 * Removes what drills that were killed have left. Without force, so that the database of another site's drill on this server, which is
 * connected to it, stays; nor is one that cannot be removed a reason not to try the backup.
 */
async function removeLeftOver(serverUrl: string) {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^savari_drill_[0-9a-f]{12}$'`,
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name}`).catch(() => {})
  })
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`),
  )
  return addressOf(serverUrl, name)
}

/** The address of another database of the same server; the host may be a socket's folder in the query. */
function addressOf(serverUrl: string, name: string): string {
  return serverUrl.replace(/^(\w+:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-drill' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
