import { expect, test } from 'vitest'
import { formatStartingPrice } from '#app/i18n/format/starting-price.ts'

test.each([
  [2, '€2’den'],
  [3, '€3’ten'],
  [6, '€6’dan'],
  [10, '€10’dan'],
  [25, '€25’ten'],
  [40, '€40’tan'],
  [59, '€59’dan'],
  [70, '€70’ten'],
  [100, '€100’den'],
  [160, '€160’tan'],
  [1000, '€1.000’den'],
  [2_000_000, '€2.000.000’dan'],
])('a price from %i euro has the Turkish suffix of its pronunciation', (euros, text) => {
  expect(formatStartingPrice(euros * 100, 'EUR', 'tr')).toBe(text)
})

test('a price in toman has the suffix of that word, and other languages need none', () => {
  expect(formatStartingPrice(2000, 'IRT', 'tr')).toBe('2.000\u00a0tomandan')
  expect(formatStartingPrice(200, 'EUR', 'de')).toBe('2\u00a0€')
  expect(formatStartingPrice(2000, 'IRT', 'fa')).toBe('۲٬۰۰۰\u00a0تومان')
})
