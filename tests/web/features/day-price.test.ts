import { expect, test } from 'vitest'
import { dayPrice } from '#app/features/booking/day-price.ts'
import { shortPrice } from '#app/i18n/format/short-price.ts'
import { NO_PRICE_RULES } from '#app/rules/money/price-rules.ts'

const lengths = [
  { from_days: 1, per_day: 5_200_000 },
  { from_days: 3, per_day: 4_940_000 },
  { from_days: 7, per_day: 4_630_000 },
]
const prices = { tiers: lengths, pricing: null, currency: 'IRT' as const, today: '2026-12-01' }
const times = { startTime: '10:00', endTime: '10:00' }

test('while the return is chosen, each day has the price of the rental that ends on it', () => {
  const chosen = { ...times, start: '2026-12-03' }
  const until = (end: string) => dayPrice(prices, { start: '2026-12-03', end }, chosen)
  expect(['2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-09', '2026-12-10'].map(until)).toEqual([
    5_200_000, 5_200_000, 5_200_000, 4_940_000, 4_940_000, 4_630_000,
  ])
  // A started day counts: two hours more than two days are three.
  expect(dayPrice(prices, { start: '2026-12-03', end: '2026-12-05' }, { ...chosen, endTime: '12:00' })).toBe(4_940_000)
})

test('otherwise each day has the price of a rental of the chosen or the usual length', () => {
  expect(dayPrice(prices, { start: '2026-12-20' }, times)).toBe(4_940_000)
  const week = { ...times, start: '2026-12-03', end: '2026-12-10' }
  expect(dayPrice(prices, { start: '2026-12-20' }, week)).toBe(4_630_000)
  expect(dayPrice({ ...prices, tiers: [] }, { start: '2026-12-20' }, times)).toBeUndefined()
})

test('for a vehicle with rules each day has the price of the rental that begins on it', () => {
  const tiers = { p1: 1_000_000, p3: 900_000, p7: 800_000, p14: 700_000, p30: 600_000 }
  const rules = {
    ...NO_PRICE_RULES,
    seasons: [],
    weekdays: [0, 0, 0, 0, 30, 0, 0],
    last_minute: { days: 1, percent: 50 },
  }
  const ruled = { ...prices, pricing: { rules, tiers, currency: 'IRT' as const, rate: 100_000 } }
  // A Friday, a Saturday, and a Wednesday that is tomorrow, whose third day is a Friday.
  expect(['2026-12-04', '2026-12-05', '2026-12-02'].map((start) => dayPrice(ruled, { start }, times))).toEqual([
    990_000, 900_000, 495_000,
  ])
})

test('a price below a day is abbreviated', () => {
  expect(shortPrice(4_940_000, 'IRT', 'fa')).toBe('۴٫۹۴')
  expect(shortPrice(380_000, 'IRT', 'en')).toBe('0.38')
  expect(shortPrice(12_500_000, 'IRT', 'de')).toBe('12,5')
  expect(shortPrice(3900, 'EUR', 'en')).toBe('39')
})
