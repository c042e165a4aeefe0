import type { DatabaseFacts } from '#app/db/backup/snapshot.ts'

/** The entries of a backup, in their order. `tar` reads them once `age` has decrypted the file: see docs/backup.md. */
export const ABOUT = 'about.json'
export const DATABASE = 'database/'
export const FILES = 'files/'
export const MISSING = 'missing-files.json'
/** The last one: a backup without it is not complete. */
export const HASHES = 'files.sha256'

/** Changes when an older program could not read it. */
export const FORMAT = 1

/** The first entry of a backup. */
export type AboutBackup = { format: number; at: string; commit: string | null; database: DatabaseFacts }

/** By its time in UTC, so that names sort by age. */
export function backupName(at: Date): string {
  return `savari-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.age`
}

/** Whether a file beside others is a backup, which may be removed when it is old. */
export function isBackupName(name: string): boolean {
  return /^savari-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.age$/.test(name)
}
