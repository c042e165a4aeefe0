import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/access/encryption.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { RECOVERY_CODES } from '#app/rules/constants.ts'

type Settings = Pick<Deps, 'settings'>

const STEP_MS = 30_000
/** A code is accepted one step early or late, because clocks differ and people type slowly. */
const WINDOW = 1
const SECRET_BYTES = 20

/** A new secret for an authenticator app, in base32. Source: RFC 6238. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address by which an authenticator app imports the secret. */
export function addressOf(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label }).toString()
}

/** The time step of this code, within one step from now; null for no such code. Source: RFC 6238. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: now.getTime(),
    window: WINDOW,
  })
  return delta === null ? null : Math.floor(now.getTime() / STEP_MS) + delta
}

/** Encrypts a secret with a key derived from SESSION_SECRET. Throws a RangeError for a nonce of the wrong length. */
export function encryptSecret({ settings }: Settings, secret: string, nonce: Uint8Array): string {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`A nonce has ${NONCE_BYTES} bytes.`)
  return encryptBytes(Buffer.from(secret), { key: keyFor(settings.secret, 'second factor'), nonce })
}

/** Throws an Error if the settings' secret is not the one that encrypted it. */
export function decryptSecret({ settings }: Settings, encrypted: string): string {
  const opened = decryptBytes(encrypted, keyFor(settings.secret, 'second factor'))
  if (!opened) throw new Error('The secret of a second factor cannot be read with this SESSION_SECRET.')
  return opened.toString('utf8')
}

/** Without letters and digits that look similar. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** New recovery codes of an account, which replace all former ones; only their hashes are stored. */
export async function replaceRecoveryCodes(deps: Settings, tx: Tx, account: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_code').where('account_id', '=', account).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: account, code_hash: recoveryHash(deps, code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`)
}

/** The stored form of a recovery code: somebody who reads the database cannot find it by trying all codes. */
export function recoveryHash({ settings }: Settings, code: string): string {
  return createHmac('sha256', keyFor(settings.secret, 'recovery code')).update(code).digest('base64url')
}

function newRecoveryCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
