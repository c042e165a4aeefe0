import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountedTiers } from '#app/rules/money/tier-discounts.ts'

const STEP = 1_000

test('prices per day by length follow from the shortest rental’s, in whole steps', () => {
  expect(discountedTiers(1_000_000, { p3: 0, p7: 10, p14: 12, p30: 33 }, STEP)).toEqual({
    ...{ p1: 1_000_000, p3: 1_000_000, p7: 900_000, p14: 880_000, p30: 670_000 },
  })
  expect(discountedTiers(4_555, { p3: 10, p7: 90, p14: 90, p30: 90 }, 100).p3).toBe(4_100)
  expect(discountedTiers(1_200, { p3: 90, p7: 90, p14: 90, p30: 90 }, STEP).p3).toBe(1_000)
})

test('a larger discount never raises a price, and no price is zero or above the first', () => {
  const percent = fc.integer({ min: 0, max: 90 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), percent, percent, (p1, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      const { p3, p7 } = discountedTiers(p1, { p3: less, p7: more, p14: 0, p30: 0 }, STEP)
      // Rounding may add half a step at most.
      expect(p3).toBeLessThanOrEqual(p1 + STEP / 2)
      expect(p7).toBeGreaterThan(0)
      if (less > 0) expect(p7).toBeLessThanOrEqual(p3)
    }),
  )
})
