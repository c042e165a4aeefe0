import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { KeyAnswer } from '#app/contract/account/security-keys.ts'
import { noteProof, tryFactor } from './check.ts'
import { keysOf } from './keys.ts'
import { keepChallenge, requestOptions, takeChallenge, verifyKey } from './web-authn.ts'

/** Whether the person has a key that can be used instead of a code. */
export const factorWays = api.account.factorWays.handler(async ({ context: { deps, person } }) => ({
  security_key: (await keysOf(deps.db, person.id)).length > 0,
}))

/** A challenge for one of the person's keys. Throws INVALID_FIELDS if there is none. */
export const beginKeyCheck = api.account.beginKeyCheck.handler(async ({ context: { deps, person } }) => {
  const own = await keysOf(deps.db, person.id)
  if (own.length === 0) throw invalidFields({ '': ['key_none'] })
  const options = await requestOptions(
    deps,
    own.map(({ credential_id: id, transports }) => ({ id, transports })),
  )
  await keepChallenge(deps, { session: person.sessionId, purpose: 'CHECK', challenge: options.challenge })
  return options
})

/**
 * Continues a sign-in, or renews its proof, with a key that has signed the sign-in's challenge. Throws INVALID_FIELDS
 * if it has not, TOO_MANY_REQUESTS after five wrong tries, including those of codes.
 */
export const checkKey = api.account.checkKey.handler(async ({ input: { answer }, context: { deps, person } }) => {
  await tryFactor(deps, person.id, () => takeKey(deps, person, answer), { '': ['key_refused'] })
  return noteProof(deps, person)
})

async function takeKey(deps: Deps, person: Person, answer: z.infer<typeof KeyAnswer>): Promise<boolean> {
  const { db, now } = deps
  const challenge = await takeChallenge(db, { session: person.sessionId, purpose: 'CHECK', now: now() })
  const key = await db
    .selectFrom('security_key')
    .select(['id', 'public_key', 'counter'])
    .where('account_id', '=', person.id)
    .where('credential_id', '=', answer.id)
    .executeTakeFirst()
  if (!challenge || !key) return false
  const counter = await verifyKey(deps, answer, { challenge, public_key: key.public_key })
  if (counter === undefined) return false
  if (counter <= key.counter && (counter > 0 || key.counter > 0)) {
    deps.alert?.('security key: its counter went back, so there may be a copy', { account: person.id, key: key.id })
    return false
  }
  const used = await db
    .updateTable('security_key')
    .set({ counter, used_at: now() })
    .where('id', '=', key.id)
    .where('counter', '=', key.counter)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
