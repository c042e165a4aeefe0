import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'

/** What is encrypted; each use has a key of its own, so that one thing never passes for another. */
export type EncryptionUse = 'session' | 'sign-in' | 'resume' | 'account-code' | 'held'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Far more than any cookie opens to; a bound against a bomb that could only be our own. */
const OPENED_BYTES = 1_000_000

/**
 * A value as text that only this site can read and that nobody can change: JSON, made small, AES-256-GCM by a key
 * derived from the session secret. Source: *ours*, decisions.md "Identity and access".
 */
export function encrypt(value: unknown, { secret, use }: { secret: string; use: EncryptionUse }): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, use), nonce)
  const encrypted = Buffer.concat([cipher.update(brotliCompressSync(JSON.stringify(value))), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** The value of a encrypted text; undefined where it is not ours, of another use, or was changed. */
export function decrypt(text: string | undefined, { secret, use }: { secret: string; use: EncryptionUse }): unknown {
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, use), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(brotliDecompressSync(opened, { maxOutputLength: OPENED_BYTES }).toString('utf8'))
  } catch {
    return undefined
  }
}

function keyOf(secret: string, use: EncryptionUse): Buffer {
  return createHmac('sha256', secret).update(`sealed cookie: ${use}`).digest()
}
