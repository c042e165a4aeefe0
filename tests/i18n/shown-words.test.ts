import { expect, test } from 'vitest'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { withoutLoneNumbers } from '#app/i18n/text/no-break.ts'

test('a vehicle in Iran has its solar year beside the Gregorian one, only in Persian', () => {
  expect(formatModelYear(2024, 'Asia/Tehran', 'fa')).toBe('۱۴۰۳ (۲۰۲۴)')
  expect(formatModelYear(2024, 'Europe/Istanbul', 'fa')).toBe('۲۰۲۴')
  expect(formatModelYear(2024, 'Asia/Tehran', 'ar')).toBe('٢٠٢٤')
  expect(formatModelYear(2024, 'Asia/Tehran', 'en')).toBe('2024')
})

test('a number stays on one line with the word that it counts', () => {
  expect(withoutLoneNumbers('سالن پروازهای ورودی، باجهٔ ۴')).toBe('سالن پروازهای ورودی، باجهٔ\u00a0۴')
  expect(withoutLoneNumbers('Arrivals hall, desk 4')).toBe('Arrivals hall, desk\u00a04')
})
