import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesAt, isPosition } from '#app/rules/log-position.ts'

test('positions are ordered by both of their parts', () => {
  const part = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(part, part, (high, low) => {
      const written = `${high.toString(16).toUpperCase()}/${low.toString(16).toUpperCase()}`
      expect(isPosition(written)).toBe(true)
      expect(bytesAt(written)).toBe(BigInt(high) * 2n ** 32n + BigInt(low))
    }),
  )
  expect(bytesAt('1/0')).toBeGreaterThan(bytesAt('0/FFFFFFFF'))
})

test('what a browser sends instead of a position is none', () => {
  for (const text of [undefined, '', '€', 'a\nb', '0', '0/', '/0', '0/1/2', '0/-1', '0/123456789', 'x/y', ' 0/1'])
    expect(isPosition(text)).toBe(false)
})
