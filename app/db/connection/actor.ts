import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
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
/** Runs `work` on behalf of an actor, whom the database's triggers write into the audit log. Source: *ours*. */
export function actingAs<Result>(actor: Actor, work: () => Result): Result {
  return actors.run({ actor, request: actor.request }, work)
}

/** Runs `work` for a request, which events name as their cause; nobody acts whom the audit log names. Source: issue 20, B. */
export function causedBy<Result>(request: string, work: () => Result): Result {
  return actors.run({ request }, work)
}

/**
 * Makes a connection set actor and request at the beginning of each transaction, for this transaction only: a setting of the session
 * would, behind a pool of transactions, name this actor in the changes of whoever gets the connection next. A single statement
 * that may write becomes a transaction. Source: issue 21, C.
 */
export async function nameActors(connection: DatabaseConnection): Promise<void> {
  const send = connection.executeQuery.bind(connection)
  let isOpen = false
  // A lost connection has rolled back by itself.
  const rollBack = async (error: unknown): Promise<never> => {
    await send(CompiledQuery.raw('rollback')).catch(() => {})
    throw error
  }
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    if (BEGIN.test(query.sql)) {
      const begun = await send<Row>(CompiledQuery.raw(withActor(query.sql))).catch(rollBack)
      isOpen = true
      return begun
    }
    if (END.test(query.sql)) {
      isOpen = false
      return send<Row>(query)
    }
    if (isOpen || isPlainRead(query) || !isSomebodyNamed()) return send<Row>(query)
    await send(CompiledQuery.raw(withActor('begin'))).catch(rollBack)
    const result = await send<Row>(query).catch(rollBack)
    await send(CompiledQuery.raw('commit'))
    return result
  }
}

/** How Kysely begins and ends transactions. */
const BEGIN = /^(begin|start transaction)\b/
const END = /^(commit|rollback)$/

/** Triggers read the actor, so a query without writes needs none. */
function isPlainRead({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && !query.with
}

function isSomebodyNamed(): boolean {
  const { actor, request } = actors.getStore() ?? {}
  return Boolean(actor ?? request)
}

/** One round trip for both: PostgreSQL takes several statements at once if they have no parameters. */
function withActor(begin: string): string {
  if (!isSomebodyNamed()) return begin
  const { actor, request = '' } = actors.getStore() ?? {}
  const named = pg.escapeLiteral(actor ? JSON.stringify(actor) : '')
  const caused = pg.escapeLiteral(request)
  return `${begin}; select set_config('savari.actor', ${named}, true), set_config('savari.request', ${caused}, true)`
}

/** Sets the reason that the audit log records with every change in the rest of the transaction. */
export async function giveReason(tx: Transaction<DB>, reason: string): Promise<void> {
  await sql`select set_config('savari.reason', ${reason}, true)`.execute(tx)
}
