import { type Kysely, sql } from 'kysely'
import { codeOf } from '#app/db/connection/error-code.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Tx } from './context.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/**
 * Runs `work` in one transaction, again if the database aborts it in favour of another one. It must do nothing outside
 * the database: a bank is never called inside. Source: *ours*.
 */
export async function inTransaction<Result>(db: Kysely<DB>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (![SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))) throw error
    return db.transaction().execute(work)
  }
}

/** Waits until no other transaction holds this name, and holds it until this one ends. */
export async function oneByOne(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
