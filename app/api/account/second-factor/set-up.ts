import { randomBytes } from 'node:crypto'
import { endSessions } from '#app/api/account/sign-in/session.ts'
import { isFresh } from '#app/api/call/admission/admit.ts'
import { mustHaveFactor } from '#app/api/call/admission/person.ts'
import { type ApiContext, api, type Deps, type Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { NONCE_BYTES } from '#app/rules/access/encryption.ts'
import { FACTOR_SETUP_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { recoveryCodesLeft, tryFactor } from './check.ts'
import { addressOf, decryptSecret, encryptSecret, newSecret, replaceRecoveryCodes, stepOf } from './codes.ts'
import { keysOf, shownKey } from './keys.ts'

const LONGEST_ISSUER = 40

/** The state of a person's second factor: off, being set up, or on. */
export const factor = api.account.factor.handler(async ({ context }) => {
  const { deps, person } = context
  const found = await deps.db
    .selectFrom('second_factor')
    .select(['secret', 'created_at', 'confirmed_at'])
    .where('id', '=', person.id)
    .executeTakeFirst()
  const isBegun = found && !found.confirmed_at && isOpen(found.created_at, deps.now())
  return {
    on_since: found?.confirmed_at?.toISOString() ?? null,
    required: person.lacksFactor || mustHaveFactor(person, deps),
    fresh: isFresh(person, deps.now()),
    recovery_codes_left: await recoveryCodesLeft(deps, person.id),
    keys: (await keysOf(deps.db, person.id)).map(shownKey),
    setup: isBegun ? setupOf(context, decryptSecret(deps, found.secret)) : null,
  }
})

/**
 * A new secret, which is not required at sign-ins before its first code was entered. Throws INVALID_FIELDS if one is
 * on.
 */
export const beginFactor = api.account.beginFactor.handler(async ({ context }) => {
  const { deps, person } = context
  const secret = newSecret()
  const row = {
    secret: encryptSecret(deps, secret, randomBytes(NONCE_BYTES)),
    created_at: deps.now(),
  }
  const begun = await deps.db
    .insertInto('second_factor')
    .values({ id: person.id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row).where('second_factor.confirmed_at', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (!begun) throw invalidFields({ '': ['factor_is_on'] })
  return setupOf(context, secret)
})

/**
 * Turns it on, and notifies the person. Their other sessions end, because they have not proven it. Throws
 * INVALID_FIELDS for a wrong code, and if nothing is being set up.
 */
export const confirmFactor = api.account.confirmFactor.handler(async ({ input, context: { deps, person } }) => {
  const now = deps.now()
  let recovery_codes: string[] = []
  await tryFactor(deps, person.id, () =>
    inTransaction(deps.db, async (tx) => {
      const found = await tx
        .selectFrom('second_factor')
        .select(['secret', 'created_at', 'confirmed_at'])
        .where('id', '=', person.id)
        .forUpdate()
        .executeTakeFirst()
      if (!found || found.confirmed_at || !isOpen(found.created_at, now))
        throw invalidFields({ '': [found?.confirmed_at ? 'factor_is_on' : 'factor_setup_over'] })
      const step = stepOf(decryptSecret(deps, found.secret), input.code, now)
      if (!step) return false
      await tx
        .updateTable('second_factor')
        .set({ confirmed_at: now, last_step: step })
        .where('id', '=', person.id)
        .execute()
      await tx.updateTable('session').set({ factor_at: now }).where('id', '=', person.sessionId).execute()
      await endOtherSessions(deps, tx, person)
      recovery_codes = await replaceRecoveryCodes(deps, tx, person.id)
      await notify(deps, tx, { kind: 'factorOn', account: person.id })
      return true
    }),
  )
  return { recovery_codes }
})

/**
 * Replaces the recovery codes, used or not, and notifies their person. Throws INVALID_FIELDS if no second factor is on.
 */
export const renewRecoveryCodes = api.account.renewRecoveryCodes.handler(async ({ context: { deps, person } }) => {
  if (!person.hasFactor) throw invalidFields({ '': ['factor_is_off'] })
  const recovery_codes = await inTransaction(deps.db, async (tx) => {
    await notify(deps, tx, { kind: 'recoveryCodesRenewed', account: person.id })
    return replaceRecoveryCodes(deps, tx, person.id)
  })
  return { recovery_codes }
})

/**
 * Turns it off and notifies its person, or stops setting it up. Throws INVALID_FIELDS if an operator or owner must have
 * one.
 */
export const endFactor = api.account.endFactor.handler(async ({ context: { deps, person } }) => {
  if (person.hasFactor && mustHaveFactor(person, deps)) throw invalidFields({ '': ['factor_stays'] })
  await inTransaction(deps.db, async (tx) => {
    await removeFactor(tx, person.id)
    if (person.hasFactor) await notify(deps, tx, { kind: 'factorOff', account: person.id })
  })
  return { ended: true }
})

/** Removes an account's second factor and its recovery codes. */
export async function removeFactor(tx: Tx, account: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', account).execute()
  await tx.deleteFrom('second_factor').where('id', '=', account).execute()
}

function setupOf({ deps, person }: ApiContext & { person: { phone: string } }, secret: string) {
  // In Latin script, because in a QR code each letter of another script takes six.
  const issuer = deps.settings.brand.en.slice(0, LONGEST_ISSUER)
  return { secret, address: addressOf(secret, { issuer, label: person.phone }) }
}

function isOpen(begun: Date, now: Date): boolean {
  return now.getTime() - begun.getTime() < FACTOR_SETUP_MINUTES * MINUTE_MS
}

async function endOtherSessions(deps: Deps, tx: Tx, { id, sessionId }: { id: string; sessionId: string }) {
  const others = await tx
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', id)
    .where('id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  const sessions = others.map((other) => other.id)
  await endSessions(tx, sessions, deps.now())
}
