import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '#app/db/migrations/index.ts'
import { codeOf } from './error-code.ts'
import { guardRelease } from './oldest-release.ts'
import type { DB } from './schema.ts'

type Log = (line: string) => void
type Steps = Record<string, Migration>

/**
 * How long a step waits for a lock, and with it everybody who comes after it and wants that table. Behind a transaction that lasts longer
 * all is rolled back, and tried again after a pause, in which the others go on. Source: *ours*.
 */
const LOCK_WITHIN_MS = 3_000
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000]
/** No lock in time, or two waited for each other. */
const LOCK_PROBLEMS = ['55P03', '40P01']

type Options = { lockWithinMs?: number; pausesMs?: readonly number[] }

/**
 * Runs all missing migrations in one transaction. Processes that start at the same time wait for each
 * other, and the later ones find nothing left to do. Throws `Migration <name> failed: <why>`; then nothing has changed. Throws ReleaseTooOld where
 * a later release has removed what this one needs.
 */
export async function migrateToLatest(
  db: Kysely<DB>,
  log: Log,
  steps: Steps = migrations,
  { lockWithinMs = LOCK_WITHIN_MS, pausesMs = PAUSES_MS }: Options = {},
): Promise<void> {
  const patient = withLockTimeout(steps, lockWithinMs)
  for (const pause of pausesMs) {
    try {
      return await migrateOnce(db, log, patient)
    } catch (error) {
      if (!(error instanceof Error) || !LOCK_PROBLEMS.includes(codeOf(error.cause))) throw error
      log(`${error.message}; nothing has changed, next try in ${pause / 1000} s`)
    }
    await sleep(pause)
  }
  await migrateOnce(db, log, patient)
}

async function migrateOnce(db: Kysely<DB>, log: Log, steps: Steps) {
  await db.connection().execute(async (connection) => {
    // A migration of a large table, or the wait for another process, may take longer than the time limit for statements.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await migrate(connection, log, steps)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** Set within the steps, because the wait for another process that migrates has no limit. It ends with their transaction. */
function withLockTimeout(steps: Steps, ms: number): Steps {
  const limited = Object.entries(steps).map(([name, { up }]): [string, Migration] => {
    const limitedUp: Migration['up'] = async (db) => {
      await sql`set local lock_timeout = ${sql.lit(ms)}`.execute(db)
      await up(db)
    }
    return [name, { up: limitedUp }]
  })
  return Object.fromEntries(limited)
}

async function migrate(db: Kysely<DB>, log: Log, steps: Steps, isRepeated = false): Promise<void> {
  await guardRelease(db, steps)
  const later = await stepsOfLaterVersions(db, steps)
  const provider = { getMigrations: async () => ({ ...steps, ...later }) }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  // A later version has migrated while this one waited for it.
  if (error && !isRepeated && Object.keys(await stepsOfLaterVersions(db, steps)).length > Object.keys(later).length)
    return migrate(db, log, steps, true)
  if (error) {
    const step = results.find(({ status }) => status === 'Error')?.migrationName
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(step ? `Migration ${step} failed: ${why}` : `The database could not be migrated: ${why}`, {
      cause: error,
    })
  }
  const names = Object.keys(later)
  if (names.length) log(`a later version has migrated the database: ${names.join(', ')}`)
  if (results.length) log(`migrated the database: ${results.map(({ migrationName }) => migrationName).join(', ')}`)
}

/**
 * What a later version has run already, as steps that do nothing: processes of this version may be started beside it, and after it when a
 * release is taken back. Source: docs/operations.md, "Migrations".
 */
async function stepsOfLaterVersions(db: Kysely<DB>, steps: Steps): Promise<Steps> {
  const { rows: tables } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(
    db,
  )
  if (!tables[0]?.is) return {}
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const last = Object.keys(steps).sort().at(-1) ?? ''
  const later = rows.filter(({ name }) => name > last)
  return Object.fromEntries(later.map(({ name }) => [name, { up: async () => {} }]))
}
