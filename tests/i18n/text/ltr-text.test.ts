import { expect, test } from 'vitest'
import { dialCodeIn, numberIn, phoneIn } from '#app/i18n/text/ltr-text.ts'

test('a dial code has the language’s digits, and its plus first in right-to-left texts, too', () => {
  expect(dialCodeIn('fa', '+98')).toBe('\u2066+۹۸\u2069')
  expect(dialCodeIn('ar', '+971')).toBe('\u2066+٩٧١\u2069')
  expect(dialCodeIn('de', '+49')).toBe('+49')
})

test('a reservation’s number keeps its letters before its digits', () => {
  expect(numberIn('fa', 'SV-48213')).toBe('\u2066SV-۴۸۲۱۳\u2069')
})

test('the groups of a phone keep their order in Arabic digits, too', () => {
  expect(phoneIn('ar', '+987644401200')).toBe('\u2066\u202d+٩٨ ٧٦٤ ٤٤٠ ١٢٠٠\u202c\u2069')
  expect(phoneIn('fa', '+987644401200')).toBe('\u2066+۹۸ ۷۶۴ ۴۴۰ ۱۲۰۰\u2069')
})
