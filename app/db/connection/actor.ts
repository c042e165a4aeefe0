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
  /** The id of the key by which a program acts, whose name the database adds; `account` is then an owner of its company. */
  key?: number | undefined
}

const actors = new AsyncLocalStorage<{ actor?: Actor; request: string }>()
/** The actor and the request that were last set in each connection. */
const known = new WeakMap<DatabaseConnection, string>()

/** Runs `work` on behalf of an actor, whom the database's triggers write into the audit log. Source: *ours*. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return actors.run({ actor, request: actor.request }, work)
}

/** Runs `work` for a request, which events name as their cause; nobody acts whom the audit log names. Source: issue 20, B. */
export function causedBy<Result>(request: string, work: () => Result): Result {
  return actors.run({ request }, work)
}

/** Sets actor and request in the database before a connection is used, or clears the previous ones. */
export async function nameActor(connection: DatabaseConnection): Promise<void> {
  const { actor, request = '' } = actors.getStore() ?? {}
  const named = actor ? JSON.stringify(actor) : ''
  const wanted = named || request
  if ((known.get(connection) ?? '') === wanted) return
  const setting = `select set_config('savari.actor', $1, false), set_config('savari.request', $2, false)`
  await connection.executeQuery(CompiledQuery.raw(setting, [named, request]))
  known.set(connection, wanted)
}

/** Sets the reason that the audit log records with every change in the rest of the transaction. */
export async function giveReason(tx: Transaction<DB>, reason: string): Promise<void> {
  await sql`select set_config('savari.reason', ${reason}, true)`.execute(tx)
}
