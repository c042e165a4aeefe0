import { createHmac, randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/encryption.ts'

/** What is encrypted; each use has a key of its own, so that one thing never passes for another. */
export type EncryptionUse =
  | 'session'
  | 'sign-in'
  | 'resume'
  | 'draft'
  | 'account-code'
  | 'held'
  | 'factor'
  | 'recovery'
  | 'answer'

/** Far more than any cookie opens to; a bound against a bomb that could only be our own. */
const OPENED_BYTES = 1_000_000

/**
 * A value as text that only this site can read and that nobody can change: JSON, made small, encrypted by a key derived
 * from the session secret. Source: *ours*, decisions.md "Identity and access".
 */
export function encrypt(value: unknown, { secret, use }: { secret: string; use: EncryptionUse }): string {
  const plain = brotliCompressSync(JSON.stringify(value))
  return encryptBytes(plain, { key: keyOf(secret, use), nonce: randomBytes(NONCE_BYTES) })
}

/** The value of an encrypted text; undefined where it is not ours, of another use, or was changed. */
export function decrypt(text: string | undefined, { secret, use }: { secret: string; use: EncryptionUse }): unknown {
  const opened = decryptBytes(text ?? '', keyOf(secret, use))
  if (!opened) return undefined
  try {
    return JSON.parse(brotliDecompressSync(opened, { maxOutputLength: OPENED_BYTES }).toString('utf8'))
  } catch {
    return undefined
  }
}

function keyOf(secret: string, use: EncryptionUse): Buffer {
  return createHmac('sha256', secret).update(`sealed cookie: ${use}`).digest()
}
