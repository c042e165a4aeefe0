import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type DatabaseConnection, sql, type Transaction } from 'kysely'
import type { DB } from './schema.ts'

/** On whose behalf statements run, for the audit log. `account` is an id, `call` names the call of the contract. */
export type Actor = {
  account: string
  role: 'AGENT' | 'ADMIN' | 'SETUP'
  company: number | null
  call: string
  request: string
}

const actors = new AsyncLocalStorage<Actor>()
/** As whom each connection is known to the database. */
const known = new WeakMap<DatabaseConnection, string>()

/** Runs `work` so that the database knows who does it: its triggers write the audit log. Source: *ours*. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return actors.run(actor, work)
}

/** Names the actor to a connection that is about to be used, or takes the name of the last one away. */
export async function nameActor(connection: DatabaseConnection): Promise<void> {
  const actor = actors.getStore()
  const wanted = actor ? JSON.stringify(actor) : ''
  if ((known.get(connection) ?? '') === wanted) return
  await connection.executeQuery(CompiledQuery.raw(`select set_config('savari.actor', $1, false)`, [wanted]))
  known.set(connection, wanted)
}

/** Writes why beside everything that the rest of the transaction changes. */
export async function giveReason(tx: Transaction<DB>, reason: string): Promise<void> {
  await sql`select set_config('savari.reason', ${reason}, true)`.execute(tx)
}
