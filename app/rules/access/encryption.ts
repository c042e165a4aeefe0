import { createCipheriv, createDecipheriv } from 'node:crypto'

/** Bytes of a nonce: random, never used twice with a key. */
export const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts and authenticates bytes with AES-256-GCM. Returns nonce, tag and ciphertext in URL-safe base64.
 * @param key 32 bytes
 */
export function encryptBytes(plain: Uint8Array, { key, nonce }: { key: Uint8Array; nonce: Uint8Array }): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** The decrypted bytes; undefined for another key, a changed text, or one that was never encrypted. */
export function decryptBytes(text: string, key: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
