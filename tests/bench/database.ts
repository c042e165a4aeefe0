import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#app/db/connection/connection.ts'
import { migrateToLatest } from '#app/db/connection/migrate.ts'
import { loadDemonstration } from '#app/db/demonstration/load.ts'

/** An embedded server for the bench with the demonstration, as in a new installation. */
export async function benchDatabase(now: Date): Promise<Database & { remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'savari-bench-'))
  const database = await openDatabase({ dataDir, log: () => {} })
  await migrateToLatest(database.db, () => {})
  await loadDemonstration(database.db, { now })
  return {
    ...database,
    remove: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
