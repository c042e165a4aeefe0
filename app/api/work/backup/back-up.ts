import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { openSnapshot, type Snapshot } from '#app/db/backup/snapshot.ts'
import { namedStill } from '#app/db/backup/tables.ts'
import { type ArchiveEntry, writeArchive } from '#app/providers/backup/archive.ts'
import { encrypt } from '#app/providers/backup/encryption.ts'
import type { BackupPlace } from '#app/providers/backup/place.ts'
import { isFileKey, type ListedFileStore } from '#app/providers/files/files.ts'
import {
  ABOUT,
  type AboutBackup,
  backupName,
  DATABASE,
  FILES,
  FORMAT,
  HASHES,
  isBackupName,
  MISSING,
} from './format.ts'

/** A backup that was written. `missing` are files that rows name and the store does not have: no backup can bring them back. */
export type WrittenBackup = {
  name: string
  bytes: number
  rows: number
  files: number
  missing: string[]
  /** Why older backups could not be removed; the new one is complete all the same. */
  notRemoved: string | undefined
}

type Options = {
  url: string
  files: ListedFileStore
  place: BackupPlace
  key: string
  /** How many of the newest backups stay; older ones are removed once the new one is complete. */
  keep: number
  now: Date
  commit?: string | undefined
  means?: 'pg_dump' | 'copy'
}

/**
 * Writes the database, as it is at one moment, and all uploaded files into one encrypted file. Everything is streamed: at most one
 * uploaded file is in memory at a time. The files come after the database, so that none is missing that a row names.
 */
export async function backUp({ url, files, place, key, keep, now, commit, means }: Options): Promise<WrittenBackup> {
  const name = backupName(now)
  const written = { files: 0, missing: [] as string[] }
  const snapshot = await openSnapshot(url, { means })
  try {
    const about: AboutBackup = {
      format: FORMAT,
      at: now.toISOString(),
      commit: commit ?? null,
      database: snapshot.facts,
    }
    const entries = entriesOf({ about, snapshot, files, url, written })
    const bytes = await place.write(name, await encrypt(writeArchive(entries), key))
    const notRemoved = await removeOld(place, keep)
    const rows = Object.values(snapshot.facts.rows).reduce((sum, count) => sum + count, 0)
    return { name, bytes, rows, ...written, notRemoved }
  } finally {
    await snapshot.close()
  }
}

type Contents = Pick<Options, 'files' | 'url'> & {
  about: AboutBackup
  snapshot: Snapshot
  written: Pick<WrittenBackup, 'files' | 'missing'>
}

async function* entriesOf({ about, snapshot, files, url, written }: Contents): AsyncGenerator<ArchiveEntry> {
  yield { name: ABOUT, bytes: jsonOf(about) }
  for (const { name, read } of snapshot.parts) yield { name: `${DATABASE}${name}`, bytes: read() }
  // The snapshot would keep the server from removing dead rows for as long as the files take.
  await snapshot.close()

  const hashes = new Map<string, string>()
  for await (const key of files.keys()) {
    // Of another program: no row names it, and no restore could put it back.
    if (!isFileKey(key)) continue
    const bytes = await files.get(key)
    // Removed since it was listed.
    if (!bytes) continue
    hashes.set(key, createHash('sha256').update(bytes).digest('hex'))
    yield { name: `${FILES}${key}`, bytes }
  }
  written.files = hashes.size
  const absent = [...snapshot.files].filter((key) => !hashes.has(key))
  written.missing = absent.length ? await namedStill(url, absent) : []
  yield { name: MISSING, bytes: jsonOf(written.missing) }
  yield { name: HASHES, bytes: Readable.from(linesOf(hashes)) }
}

/** The format of `sha256sum --check`. */
function* linesOf(hashes: Map<string, string>): Generator<Buffer> {
  for (const [key, hash] of hashes) yield Buffer.from(`${hash}  ${FILES}${key}\n`)
}

function jsonOf(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value, null, 1))
}

/** Object lock, or a key without the right to delete, refuses it: returns why. */
async function removeOld(place: BackupPlace, keep: number): Promise<string | undefined> {
  try {
    const names = (await place.names()).filter(isBackupName).sort()
    for (const name of names.slice(0, -keep)) await place.remove(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
