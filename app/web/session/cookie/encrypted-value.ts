import { createHmac, randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/access/encryption.ts'

/** The uses of encryption. Each has its own key, so that a value of one use is invalid for another. */
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

/** What an encrypted value is for. */
export interface Encryption {
  secret: string
  use: EncryptionUse
  /** The only sign-in (`Session.id`) for which the value is valid; without it, it names nobody. */
  session?: string | undefined
}

/** The largest decompressed value, far above any cookie's. */
const OPENED_BYTES = 1_000_000

/**
 * Encrypts and authenticates a value: JSON, compressed, with a key derived from the session secret. Source: *ours*,
 * decisions.md "Identity and access".
 */
export function encrypt(value: unknown, encryption: Encryption): string {
  const plain = brotliCompressSync(JSON.stringify(value))
  return encryptBytes(plain, { key: keyOf(encryption), nonce: randomBytes(NONCE_BYTES) })
}

/** Decrypts a value; undefined for texts that are not ours, of another use or sign-in, or changed. */
export function decrypt(text: string | undefined, encryption: Encryption): unknown {
  const opened = decryptBytes(text ?? '', keyOf(encryption))
  if (!opened) return undefined
  try {
    return JSON.parse(brotliDecompressSync(opened, { maxOutputLength: OPENED_BYTES }).toString('utf8'))
  } catch {
    return undefined
  }
}

function keyOf({ secret, use, session }: Encryption): Buffer {
  const of = session === undefined ? '' : ` of ${session}`
  return createHmac('sha256', secret).update(`sealed cookie: ${use}${of}`).digest()
}
