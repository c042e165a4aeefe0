import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingOf, countedSum, DENOMINATIONS } from '#app/rules/money/cash-count.ts'

test('pieces are worth what stands on them, in the minor unit', () => {
  expect(countedSum({ 100000: 250, 50000: 52, 10000: 13 }, 'IRT')).toBe(27_730_000)
  expect(countedSum({ 5000: 3, 50: 1, 1: 7 }, 'EUR')).toBe(15_057)
  expect(countedSum({ 20000: 0 }, 'IRT')).toBe(0)
  expect(() => countedSum({ 20000: 1 }, 'IRT')).toThrow(RangeError)
})

test('a closing says what is short, and what goes to the bank', () => {
  expect(closingOf({ opening: 5_000_000, booked: 22_930_000, counted: 27_730_000, kept: 5_000_000 })).toEqual({
    ...{ expected: 27_930_000, difference: -200_000, to_bank: 22_730_000 },
  })
})

test('nothing is lost from day to day: what was counted is kept or at the bank, and differences are all that the book lacks', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 })
  const days = fc.array(
    fc.record({
      booked: fc.integer({ min: -(10 ** 8), max: 10 ** 9 }),
      counted: amount,
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  )
  fc.assert(
    fc.property(days, (all) => {
      let opening = 0
      const sums = { booked: 0, differences: 0, banked: 0 }
      for (const { booked, counted, part } of all) {
        const kept = Math.floor(counted * part)
        const { difference, to_bank } = closingOf({ opening, booked, counted, kept })
        sums.booked += booked
        sums.differences += difference
        sums.banked += to_bank
        opening = kept
      }
      expect(sums.booked + sums.differences).toBe(sums.banked + opening)
    }),
  )
})

test('a currency’s pieces are whole, and no two are alike', () => {
  for (const values of Object.values(DENOMINATIONS)) {
    expect(new Set(values).size).toBe(values.length)
    expect(values.every(Number.isInteger)).toBe(true)
  }
})
