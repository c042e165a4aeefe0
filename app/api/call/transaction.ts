import { type Kysely, sql } from 'kysely'
import { codeOf } from '#app/db/connection/error-code.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { inSpan } from '#app/tracing/spans.ts'
import type { Tx } from './context.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/**
 * Runs `work` in one transaction, again if the database aborts it in favour of another one. It must do nothing outside
 * the database: a bank is never called inside. In a transaction that is open already it becomes a part of that one, which alone
 * can be undone. Source: *ours*.
 */
export async function inTransaction<Result>(db: Kysely<DB>, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return inSavepoint(db as Tx, work)
  const run = () => inSpan('transaction', {}, () => db.transaction().execute(work))
  try {
    return await run()
  } catch (error) {
    if (![SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error))) throw error
    return run()
  }
}

async function inSavepoint<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work(tx)
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}

/** Holds a name until this transaction ends; false if another one holds it. */
export async function tryAlone(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
  return rows[0]?.held ?? false
}

/** Waits until no other transaction holds this name, and holds it until this one ends. */
export async function oneByOne(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
