import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedPrices, DAY_PRICE_MAX, PRICE_CHANGES, ROUNDING_STEPS } from '#app/rules/money/changed-prices.ts'

const BEFORE = { p1: 2_820_000, p3: 2_500_000, p7: 2_300_000, p14: 2_000_000, p30: 1_815_000 }

test('prices go up or down by percent or by an amount, rounded half up to whole steps', () => {
  expect(changedPrices(BEFORE, { kind: 'PERCENT_UP', value: 8, step: 10_000 })).toEqual({
    ...{ p1: 3_050_000, p3: 2_700_000, p7: 2_480_000, p14: 2_160_000, p30: 1_960_000 },
  })
  expect(changedPrices(BEFORE, { kind: 'PERCENT_DOWN', value: 50, step: 1 })?.p30).toBe(907_500)
  expect(changedPrices(BEFORE, { kind: 'AMOUNT_UP', value: 120_000, step: 1 })?.p1).toBe(2_940_000)
  expect(changedPrices(BEFORE, { kind: 'AMOUNT_DOWN', value: 15_000, step: 10_000 })?.p30).toBe(1_800_000)
  expect(changedPrices(BEFORE, { kind: 'AMOUNT_DOWN', value: 10_000, step: 10_000 })?.p30).toBe(1_810_000)
})

test('a price of nothing and one above the highest are refused, for all lengths together', () => {
  expect(changedPrices(BEFORE, { kind: 'AMOUNT_DOWN', value: 1_815_000, step: 1 })).toBeUndefined()
  expect(changedPrices({ ...BEFORE, p30: 20_000 }, { kind: 'PERCENT_DOWN', value: 10, step: 50_000 })).toBeUndefined()
  expect(changedPrices({ ...BEFORE, p1: DAY_PRICE_MAX }, { kind: 'PERCENT_UP', value: 1, step: 1 })).toBeUndefined()
})

const price = fc.integer({ min: 1, max: DAY_PRICE_MAX })
const tiers = fc
  .array(price, { minLength: 5, maxLength: 5 })
  .map((prices) => prices.toSorted((one, other) => other - one))
  .map(([p1 = 1, p3 = 1, p7 = 1, p14 = 1, p30 = 1]) => ({ p1, p3, p7, p14, p30 }))
const step = fc.constantFrom(...ROUNDING_STEPS.IRT, ...ROUNDING_STEPS.EUR)

test('every price is a whole step, at most half a step from the exact one, and a longer rental’s never above a shorter one’s', () => {
  fc.assert(
    fc.property(
      tiers,
      fc.constantFrom(...PRICE_CHANGES),
      fc.integer({ min: 1, max: 90 }),
      step,
      (before, kind, value, step) => {
        const after = changedPrices(before, { kind, value, step })
        if (!after) return
        const sign = kind === 'PERCENT_UP' || kind === 'AMOUNT_UP' ? 1n : -1n
        const isPercent = kind === 'PERCENT_UP' || kind === 'PERCENT_DOWN'
        for (const tier of ['p1', 'p3', 'p7', 'p14', 'p30'] as const) {
          // In hundredths of the minor unit.
          const exact = isPercent
            ? BigInt(before[tier]) * (100n + sign * BigInt(value))
            : (BigInt(before[tier]) + sign * BigInt(value)) * 100n
          const off = 2n * (BigInt(after[tier]) * 100n - exact)
          expect(after[tier] % step).toBe(0)
          expect(off > -100n * BigInt(step) && off <= 100n * BigInt(step)).toBe(true)
        }
        const { p1, p3, p7, p14, p30 } = after
        expect([p1, p3, p7, p14, p30]).toEqual([p30, p14, p7, p3, p1].toSorted((one, other) => other - one))
      },
    ),
  )
})

test('without rounding, an amount up and down again is no change', () => {
  fc.assert(
    fc.property(tiers, fc.integer({ min: 1, max: 1_000_000 }), (before, value) => {
      const up = changedPrices(before, { kind: 'AMOUNT_UP', value, step: 1 })
      if (up) expect(changedPrices(up, { kind: 'AMOUNT_DOWN', value, step: 1 })).toEqual(before)
    }),
  )
})
