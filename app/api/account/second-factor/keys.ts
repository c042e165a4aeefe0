import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim, Things } from '#app/api/call/admission/things.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { SECURITY_KEYS } from '#app/rules/constants.ts'
import { creationOptions, keepChallenge, takeChallenge, verifyNewKey } from './web-authn.ts'

/** A person's security keys, oldest first. */
export async function keysOf(db: Tx | Deps['db'], account: string) {
  return db
    .selectFrom('security_key')
    .select(['id', 'name', 'credential_id', 'transports', 'created_at', 'used_at'])
    .where('account_id', '=', account)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type Row = { id: string; name: string; created_at: Date; used_at: Date | null }

/** A key as its person sees it. */
export function shownKey({ id, name, created_at, used_at }: Row) {
  return { id, name, created_at: created_at.toISOString(), used_at: used_at?.toISOString() ?? null }
}

/** A challenge for a new key. Throws INVALID_FIELDS if the app's codes are not set up, or there are enough keys. */
export const beginKey = api.account.beginKey.handler(async ({ context: { deps, person } }) => {
  const own = await keysOf(deps.db, person.id)
  guardRoom(person, own.length)
  const keys = own.map(({ credential_id: id, transports }) => ({ id, transports }))
  const options = await creationOptions(deps, { id: person.id, name: person.phone, keys })
  await keepChallenge(deps, { session: person.sessionId, purpose: 'ADD', challenge: options.challenge })
  return options
})

/**
 * Adds a key, and notifies its person. Throws INVALID_FIELDS if the answer matches no challenge of this session, or the
 * key is known already.
 */
export const addKey = api.account.addKey.handler(async ({ input: { name, answer }, context: { deps, person } }) => {
  const now = deps.now()
  const challenge = await takeChallenge(deps.db, { session: person.sessionId, purpose: 'ADD', now })
  const made = challenge && (await verifyNewKey(deps, answer, challenge))
  if (!made) throw invalidFields({ '': ['key_refused'] })
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `security keys ${person.id}`)
    guardRoom(person, (await keysOf(tx, person.id)).length)
    const key = await tx
      .insertInto('security_key')
      .values({ id: publicId(), account_id: person.id, name, created_at: now, ...made })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'used_at'])
      .executeTakeFirst()
    if (!key) throw invalidFields({ '': ['key_known'] })
    await notify(deps, tx, { kind: 'keyAdded', account: person.id, name })
    return shownKey(key)
  })
})

/** A key of the caller. Throws NOT_FOUND for anybody else's. */
export async function findKey(
  db: Kysely<DB>,
  id: string,
  { person }: Pick<Claim, 'person'>,
): Promise<Things['securityKey']> {
  const own = (await keysOf(db, person.id)).find((key) => key.id === id)
  if (!own) throw errors.NOT_FOUND()
  return own
}

/** Removes a key, and notifies its person; the app's codes stay. */
export const removeKey = api.account.removeKey.handler(async ({ context: { deps, person, securityKey } }) => {
  const { id, name } = securityKey
  await inTransaction(deps.db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('security_key').where('id', '=', id).executeTakeFirst()
    // Of two at once, only one notifies.
    if (numDeletedRows > 0n) await notify(deps, tx, { kind: 'keyRemoved', account: person.id, name })
  })
  return { removed: true }
})

function guardRoom({ hasFactor }: Person, count: number) {
  if (!hasFactor) throw invalidFields({ '': ['factor_is_off'] })
  if (count >= SECURITY_KEYS) throw invalidFields({ '': ['keys_full'] })
}
