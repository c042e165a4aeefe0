import { expect, test } from 'vitest'
import { middlePrice, percentOver } from '#app/rules/money/price-level.ts'

test.each([
  [150, 100, 50],
  [100, 100, 0],
  [80, 100, -20],
  [1_004, 1_000, 0],
])('%d compared with %d is %d percent more', (price, other, percent) => expect(percentOver(price, other)).toBe(percent))

test.each([
  [[300, 100, 200], 200],
  [[400, 100, 300, 200], 300],
  [[100], 100],
  [[], undefined],
])('the median of %j is %s', (prices, middle) => expect(middlePrice(prices)).toBe(middle))
