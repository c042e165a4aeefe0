import { expect, test } from 'vitest'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'

test.each([
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['fr, tr;q=0.3, ar;q=0.8', 'ar'],
  ['en;q=0.5,fa', 'fa'],
  ['xx, tr', 'tr'],
  ['fr', 'fa'],
  ['*', 'fa'],
  [';;q=,x', 'fa'],
  [null, 'fa'],
])('“%s” prefers %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})
