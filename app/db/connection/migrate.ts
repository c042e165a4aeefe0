import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '#app/db/migrations/index.ts'
import type { DB } from './schema.ts'

type Log = (line: string) => void
type Steps = Record<string, Migration>

/**
 * Runs all missing migrations in one transaction. Processes that start at the same time wait for each
 * other, and the later ones find nothing left to do. Throws `Migration <name> failed: <why>`; then nothing has changed.
 */
export async function migrateToLatest(db: Kysely<DB>, log: Log, steps: Steps = migrations): Promise<void> {
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

async function migrate(db: Kysely<DB>, log: Log, steps: Steps) {
  const provider = { getMigrations: async () => steps }
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) {
    const step = results.find(({ status }) => status === 'Error')?.migrationName
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(step ? `Migration ${step} failed: ${why}` : `The database could not be migrated: ${why}`, {
      cause: error,
    })
  }
  if (results.length) log(`migrated the database: ${results.map(({ migrationName }) => migrationName).join(', ')}`)
}
