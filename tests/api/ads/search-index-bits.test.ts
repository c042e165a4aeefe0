import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBits, countShared } from '#app/db/search-index/fleet/bits.ts'

const words = fc.array(fc.integer(), { minLength: 1, maxLength: 40 })

test('bits that two lots of words share are as many as one by one', () => {
  fc.assert(
    fc.property(words, words, fc.nat(3), (some, others, from) => {
      const length = Math.max(Math.min(some.length, others.length) - from, 0)
      const [one, other] = [Int32Array.from(some), Int32Array.from(others)]
      let expected = 0
      for (let at = 0; at < length; at++)
        for (let bit = 0; bit < 32; bit++) expected += ((some[from + at]! & others[at]!) >>> bit) & 1
      expect(countShared(one, from, other, 0, length)).toBe(expected)
    }),
  )
})

test('no bits and all bits of a word are counted', () => {
  expect([0, -1, 1, 1 << 31].map(countBits)).toEqual([0, 32, 1, 1])
})
