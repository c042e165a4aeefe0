import { expect, test } from 'vitest'
import { dayPrice, shortPrice } from '#app/features/booking/day-price.ts'

const tiers = [
  { from_days: 1, per_day: 5_200_000 },
  { from_days: 3, per_day: 4_940_000 },
  { from_days: 7, per_day: 4_630_000 },
]
const times = { startTime: '10:00', endTime: '10:00' }

test('while the return is chosen, each day has the price of the rental that ends on it', () => {
  const chosen = { ...times, start: '2026-12-03' }
  const until = (end: string) => dayPrice(tiers, { start: '2026-12-03', end }, chosen)
  expect(['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-09', '2026-12-10'].map(until)).toEqual([
    5_200_000, 5_200_000, 5_200_000, 4_940_000, 4_940_000, 4_630_000,
  ])
  // A started day counts: two hours more than two days are three.
  expect(dayPrice(tiers, { start: '2026-12-03', end: '2026-12-05' }, { ...chosen, endTime: '12:00' })).toBe(4_940_000)
})

test('else each day has the price of a rental as long as the chosen one, or a usual one', () => {
  expect(dayPrice(tiers, { start: '2026-12-20' }, times)).toBe(4_940_000)
  const week = { ...times, start: '2026-12-03', end: '2026-12-10' }
  expect(dayPrice(tiers, { start: '2026-12-20' }, week)).toBe(4_630_000)
  expect(dayPrice([], { start: '2026-12-20' }, times)).toBeUndefined()
})

test('a price under a day is short', () => {
  expect(shortPrice(4_940_000, 'IRT', 'fa')).toBe('۴٫۹۴')
  expect(shortPrice(380_000, 'IRT', 'en')).toBe('0.38')
  expect(shortPrice(12_500_000, 'IRT', 'de')).toBe('12,5')
  expect(shortPrice(3900, 'EUR', 'en')).toBe('39')
})
