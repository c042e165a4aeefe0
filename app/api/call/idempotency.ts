import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { ApiContext, Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { errors } from './declared-errors.ts'

/** A request with an `Idempotency-Key`: the hash of its body, under its key. */
export type Ask = { scope: string; key: string; body_hash: string }

/** The request's key and body; undefined without a key. `scope` keeps the keys of different calls apart. */
export function askOf(scope: string, key: string | undefined, body: unknown): Ask | undefined {
  if (!key) return undefined
  return { scope, key: hash(key), body_hash: hash(JSON.stringify(sorted(body))) }
}

/** Whose keys these are: a person's; else those of a browser or app, or of a subscriber of the network. */
export function callerOf({
  person,
  deviceKey,
  clientAddress,
}: Pick<ApiContext, 'deviceKey' | 'clientAddress'> & { person?: Person | undefined }): string {
  if (person) return person.id
  return deviceKey ? `device ${hash(deviceKey)}` : `address ${subscriberOf(clientAddress)}`
}

/** A request's body with the hash of each file in its place. */
export async function hashable(body: unknown): Promise<unknown> {
  if (body instanceof Blob)
    return createHash('sha256')
      .update(new Uint8Array(await body.arrayBuffer()))
      .digest('hex')
  if (Array.isArray(body)) return Promise.all(body.map(hashable))
  if (body === null || typeof body !== 'object') return body
  const fields = Object.entries(body).map(async ([name, value]) => [name, await hashable(value)] as const)
  return Object.fromEntries(await Promise.all(fields))
}

/** The answer to an earlier request with this key and body. Refuses another body: IDEMPOTENCY_CONFLICT. */
export async function answeredBefore<Answer>(db: Kysely<DB>, ask: Ask | undefined): Promise<Answer | undefined> {
  if (!ask) return undefined
  const found = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'answer'])
    .where('scope', '=', ask.scope)
    .where('key', '=', ask.key)
    .executeTakeFirst()
  if (!found) return undefined
  if (found.body_hash !== ask.body_hash) throw errors.IDEMPOTENCY_CONFLICT()
  return (found.answer as Answer | null) ?? undefined
}

/**
 * Takes the key, as the first step of the action's transaction: a second request with the same key waits until the
 * first one commits or fails. Returns the first one's answer if there is one. Source: decisions.md, "Paying".
 */
export async function takeKey<Answer>(tx: Tx, ask: Ask | undefined, at: Date): Promise<Answer | undefined> {
  if (!ask) return undefined
  const taken = await tx
    .insertInto('idempotency')
    .values({ ...ask, created_at: at })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return taken ? undefined : answeredBefore<Answer>(tx, ask)
}

/** Stores the answer for a repeated request, in the action's own transaction. */
export async function keepAnswer(tx: Kysely<DB>, ask: Ask | undefined, answer: object): Promise<void> {
  if (!ask) return
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', ask.scope)
    .where('key', '=', ask.key)
    .execute()
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same value, whatever the order of the client's fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([k, v]) => [k, sorted(v)]))
}
