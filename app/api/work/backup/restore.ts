import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import pg from 'pg'
import { type Check, checkDatabase } from '#app/db/backup/check.ts'
import { openLoader, unknownMigrations } from '#app/db/backup/load.ts'
import { isEmptyDatabase } from '#app/db/backup/tables.ts'
import { readArchive } from '#app/providers/backup/archive.ts'
import { BackupKeyError, decrypt } from '#app/providers/backup/encryption.ts'
import type { FileStore } from '#app/providers/files/files.ts'
import { ABOUT, type AboutBackup, DATABASE, FILES, FORMAT, HASHES, MISSING } from './format.ts'

/** What a restore found. `checks` that are not ok mean: do not use this database. */
export type RestoreReport = { at: string; commit: string | null; means: string; files: number; checks: Check[] }

type Options = {
  /** Opens the backup from its start; called twice. */
  open: () => Promise<Readable>
  key: string
  /** The address of a database with nothing in it. */
  to: string
  /** Where the uploaded files go; without it they are only checked. */
  files?: Pick<FileStore, 'put'> | undefined
}

/** A backup that cannot be restored here, for a reason of one line. */
class RestoreRefused extends Error {}

/**
 * Reads a backup to its end, then loads it into an empty database and checks that. Nothing is written before all of the backup has been
 * read and found unchanged.
 * @throws RestoreRefused, BackupKeyError
 */
export async function restore({ open, key, to, files }: Options): Promise<RestoreReport> {
  const client = new pg.Client({ connectionString: to, application_name: 'savari-restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await isEmptyDatabase(client)))
      throw new RestoreRefused(
        'The database is not empty. A backup is restored beside the old one: make a new database for it.',
      )
    const { about, hashes, missing } = await readThrough(await open(), key)
    const counted = await load({ open, key, to, files, about, hashes })
    const checks = await checkDatabase(client, about.database)
    checks.push(
      { name: 'files whose hash is another', ok: counted.changed === 0, found: String(counted.changed) },
      {
        name: 'files that rows name and that were already missing',
        ok: missing.length === 0,
        found: String(missing.length),
      },
    )
    return { at: about.at, commit: about.commit, means: about.database.means, files: counted.files, checks }
  } finally {
    await client.end()
  }
}

type Read = { about: AboutBackup; hashes: Map<string, string>; missing: string[] }

/** The whole backup, without using any of it: what was changed or cut off shows here. */
async function readThrough(bytes: Readable, key: string): Promise<Read> {
  let about: AboutBackup | undefined
  let hashes: Map<string, string> | undefined
  let missing: string[] = []
  try {
    for await (const { name, bytes: content } of readArchive(await decrypt(bytes, key))) {
      if (name === ABOUT) about = understood(JSON.parse(await text(content)))
      else if (name === MISSING) missing = JSON.parse(await text(content))
      else if (name === HASHES) hashes = hashesOf(await text(content))
      else for await (const _ of content);
    }
  } catch (cause) {
    if (cause instanceof RestoreRefused || cause instanceof BackupKeyError) throw cause
    throw new RestoreRefused(`The backup cannot be read to its end: it was changed or cut off (${String(cause)}).`, {
      cause,
    })
  } finally {
    bytes.destroy()
  }
  if (!about || !hashes) throw new RestoreRefused('The file is no complete backup of this program.')
  return { about, hashes, missing }
}

function understood(about: AboutBackup): AboutBackup {
  if (about.format !== FORMAT)
    throw new RestoreRefused(`The backup has the format ${about.format}, this program reads ${FORMAT}.`)
  const unknown = unknownMigrations(about.database)
  if (unknown.length)
    throw new RestoreRefused(`The backup was made by a later version, with the migrations ${unknown.join(', ')}.`)
  return about
}

async function load({ open, key, to, files, about, hashes }: Options & Omit<Read, 'missing'>) {
  const counted = { files: 0, changed: 0 }
  const loader = await openLoader(to, about.database)
  let bytes: Readable | undefined
  try {
    bytes = await open()
    for await (const { name, bytes: content } of readArchive(await decrypt(bytes, key))) {
      if (name.startsWith(DATABASE)) await loader.load(name.slice(DATABASE.length), Readable.from(content))
      else if (!name.startsWith(FILES)) for await (const _ of content);
      else {
        const whole = await buffer(content)
        counted.files++
        if (createHash('sha256').update(whole).digest('hex') !== hashes.get(name)) counted.changed++
        else await files?.put(name.slice(FILES.length), whole)
      }
    }
    await loader.end()
  } catch (error) {
    await loader.abort()
    throw error
  } finally {
    bytes?.destroy()
  }
  counted.changed += Math.abs(hashes.size - counted.files)
  return counted
}

function hashesOf(list: string): Map<string, string> {
  const lines = list.split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}
