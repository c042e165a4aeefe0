import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptBytes, encryptBytes, NONCE_BYTES } from '#app/rules/access/encryption.ts'

const key = randomBytes(32)
const encrypt = (text: string) => encryptBytes(Buffer.from(text), { key, nonce: randomBytes(NONCE_BYTES) })

test.each(['', 'سواری', 'x'.repeat(10_000)])('an encrypted value can be read only with its own key', (text) => {
  const encrypted = encrypt(text)
  expect(encrypted).toMatch(/^[\w-]+$/)
  expect(decryptBytes(encrypted, key)?.toString()).toBe(text)
  expect(decryptBytes(encrypted, randomBytes(32))).toBeUndefined()
})

test('a changed or invalid value is not read', () => {
  const encrypted = encrypt('text')
  for (let at = 0; at < encrypted.length - 1; at += 7) {
    const other = encrypted[at] === 'A' ? 'B' : 'A'
    expect(decryptBytes(encrypted.slice(0, at) + other + encrypted.slice(at + 1), key)).toBeUndefined()
  }
  for (const text of ['', 'x', '=', encrypted.slice(0, 20)]) expect(decryptBytes(text, key)).toBeUndefined()
})
