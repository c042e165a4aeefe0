import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hintOf, isApiKey, looksLikeApiKey, newApiKey } from '#app/rules/access/api-key.ts'

/** Every key that chance can make. */
const keys = fc.infiniteStream(fc.nat()).map((numbers) => newApiKey((limit) => (numbers.next().value ?? 0) % limit))

test('every key has the form that scanners know, and its checksum', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(/^svr_live_[0-9A-Za-z]{38}$/)
      expect(isApiKey(key)).toBe(true)
      expect(looksLikeApiKey(key)).toBe(true)
    }),
  )
})

test('a key with another character, or two in another order, is none', () => {
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_.')
  fc.assert(
    fc.property(keys, fc.nat(46), character, (key, index, other) => {
      const changed = `${key.slice(0, index)}${other}${key.slice(index + 1)}`
      expect(isApiKey(changed)).toBe(changed === key)
      const [one = '', next = ''] = key.slice(index)
      const swapped = `${key.slice(0, index)}${next}${one}${key.slice(index + 2)}`
      expect(isApiKey(swapped)).toBe(swapped === key)
    }),
  )
})

test('no other text is a key', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !isApiKey(text)))
  expect(isApiKey(`svr_live_${'0'.repeat(10_000)}`)).toBe(false)
})

test('its beginning, which is shown, leaves 166 bits that nobody sees', () => {
  const key = newApiKey(randomInt)
  expect(key.startsWith(hintOf(key))).toBe(true)
  expect(hintOf(key)).toHaveLength('svr_live_'.length + 4)
  expect(Math.floor((32 - 4) * Math.log2(62))).toBe(166)
})

test('an access token of a person does not look like a key', () => {
  expect(looksLikeApiKey('svr_AAAAAAAAAAAAAAAAAAAA.1790000000.c2lnbmF0dXJl')).toBe(false)
})
