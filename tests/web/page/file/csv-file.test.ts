import { expect, test } from 'vitest'
import { everyResult, fileDay, wholeUnits } from '#app/web/page/file/csv-file.ts'

test('a day of a file is in the calendar of its language, in a form that sorts', () => {
  expect(fileDay('2026-12-03', 'fa')).toBe('1405/09/12')
  expect(fileDay('2026-12-03', 'en')).toBe('2026-12-03')
  expect(fileDay('2026-12-03', 'ar')).toBe('2026-12-03')
})

test('an amount of a file is in whole units', () => {
  expect(wholeUnits(1250, 'EUR')).toBe('12.50')
  expect(wholeUnits(1_250_000, 'IRT')).toBe('1250000')
})

test('a file has all pages of its list', async () => {
  const numbers = Array.from({ length: 250 }, (_, index) => index)
  const all = await everyResult(async ({ page, size }) => ({
    count: numbers.length,
    results: numbers.slice((page - 1) * size, page * size),
  }))
  expect(all).toEqual(numbers)
})

test('a file that reads larger pages has more rows than ten thousand', async () => {
  const all = await everyResult(
    async ({ page, size }) => ({
      count: 12_345,
      results: Array.from(
        { length: Math.min(size, 12_345 - (page - 1) * size) },
        (_, index) => (page - 1) * size + index,
      ),
    }),
    5000,
  )
  expect(all).toEqual(Array.from({ length: 12_345 }, (_, index) => index))
})
