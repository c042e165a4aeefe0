import { expect, test } from 'vitest'
import { readDeviceKey } from '#app/rules/identity/device-key.ts'
import { identityKey } from '#app/rules/identity/identity-key.ts'
import { isSolved, solveTurn, turnText } from '#app/rules/identity/sign-in/turn.ts'

test.each([
  [[0, 0, 255], 16, true],
  [[0, 1, 0], 16, false],
  [[0, 1, 255], 15, true],
  [[0, 2, 0], 15, false],
  [[1, 0, 0], 8, false],
  [[255], 0, true],
])('a hash that begins with %j has %i zero bits: %s', (bytes, bits, solved) => {
  expect(isSolved(Uint8Array.from(bytes), bits)).toBe(solved)
})

test.each([
  ['a'.repeat(22), true],
  ['aB3-_'.repeat(8), true],
  ['a'.repeat(21), false],
  ['a'.repeat(65), false],
  [`${'a'.repeat(22)}\n`, false],
  [`${'a'.repeat(22)} b`, false],
  ['', false],
  [null, false],
])('the key %j of a device is accepted: %s', (sent, taken) => {
  expect(readDeviceKey(sent)).toBe(taken ? sent : undefined)
})

test.each([
  ['0084575948', '0084575948'],
  ['۰۰۸۴۵۷۵۹۴۸', '0084575948'],
  ['a 12-34 567', 'A1234567'],
  ['784-1990-1234567-8', '784199012345678'],
  ['—', ''],
])('the identity number %j is compared as %j', (number, key) => {
  expect(identityKey(number)).toBe(key)
})

test('a challenge is solved by the first number whose hash has enough zero bits', async () => {
  const bitsOf = async (number: number) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(turnText('challenge', number))))
  const solution = (await solveTurn('challenge', { bits: 8 })) ?? -1
  expect(isSolved(await bitsOf(solution), 8)).toBe(true)
  for (let number = 0; number < solution; number += 1) expect(isSolved(await bitsOf(number), 8)).toBe(false)
})

test('computing stops when its page is left', async () => {
  expect(await solveTurn('challenge', { bits: 255, leaving: AbortSignal.abort() })).toBeUndefined()
})
