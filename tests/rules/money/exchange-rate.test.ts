import { expect, test } from 'vitest'
import { isOldRate } from '#app/rules/money/exchange-rate.ts'

test.each([
  ['2026-11-23T08:00:00Z', false],
  ['2026-11-23T07:59:59Z', true],
  ['2026-12-01T00:00:00Z', false],
])('a rate set at %s is old on 30 November at 08:00: %s', (setAt, expected) => {
  expect(isOldRate(new Date(setAt), new Date('2026-11-30T08:00:00Z'))).toBe(expected)
})
