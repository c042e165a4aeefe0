import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includedTax } from '#app/rules/money/tax.ts'

test.each([
  [10_900, 9, 900],
  [11_900, 19, 1_900],
  [100, 0, 0],
  [1, 19, 0],
])('%d with %d percent contains %d', (gross, percent, tax) => expect(includedTax(gross, percent)).toBe(tax))

test('the net price with its tax is the price, within half a unit', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 0, max: 100 }), (gross, percent) => {
      const tax = includedTax(gross, percent)
      expect(Math.abs(((gross - tax) * percent) / 100 - tax)).toBeLessThanOrEqual(1)
    }),
  )
})
