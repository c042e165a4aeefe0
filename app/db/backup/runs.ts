import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** Runs a backup or a drill, and remembers when it ended and how: metrics show how old the last good one is. */
export async function rememberRun<Result extends { isGood: boolean; details: object }>(
  db: Kysely<DB>,
  kind: 'BACKUP' | 'DRILL',
  work: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now()
  const save = async (succeeded: boolean, details: object) => {
    const seconds = Math.round((performance.now() - started) / 1000)
    await db
      .insertInto('backup_run')
      .values({ kind, ended_at: new Date(), seconds, succeeded, details: JSON.stringify(details) })
      .execute()
  }
  try {
    const result = await work()
    await save(result.isGood, result.details)
    return result
  } catch (error) {
    await save(false, { error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
