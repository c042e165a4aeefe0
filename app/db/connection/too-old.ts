import { readdirSync } from 'node:fs'
import { join } from 'node:path'

// Imported before anything that takes time to load, so that a release which may not run says so at once.

/** The key of the fact about the database that names the step. */
export const OLDEST_RELEASE = 'oldest release knows step'
/** A database that answers later is left to the start itself, which waits for it and says what is wrong. */
const ANSWERS_WITHIN_MS = 1_000
const MIGRATIONS = join(import.meta.dirname, '..', 'migrations')

/**
 * Why a release is too old for a database; undefined where it may run.
 * @param required the step that it must know; undefined while any release may run
 * @param last the last one that it knows
 */
export function tooOld(required: string | undefined, last: string): string | undefined {
  if (required === undefined || required <= last) return undefined
  return (
    `This release is too old for its database: a later one has removed what it needs. It must know migration ${required}, and its last one is ${last}. ` +
    'Start a later release, or restore a backup from before (docs/backup.md) into another database.'
  )
}

/** Why this release is too old for the database at an address; undefined where it may run, and where the database does not say so. */
export async function tooOldFor(url: string): Promise<string | undefined> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'savari' },
    ...{ connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS },
  })
  // One that is lost after its answer.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select value from note where key = $1', [OLDEST_RELEASE])
    return tooOld(rows[0]?.value, lastStep())
  } catch {
    return undefined
  } finally {
    client.end().catch(() => {})
  }
}

/** The last step that these sources know, by the names of their files: reading them all takes half a second. */
export function lastStep(folder = MIGRATIONS): string {
  const names = readdirSync(folder).filter((name) => /^\d/.test(name))
  return (names.sort().at(-1) ?? '').replace(/\.ts$/, '')
}
