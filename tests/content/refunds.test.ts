import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#app/rules/constants.ts'

test.each(LANGUAGES)('help, terms and complaints (%s) say in the same sentence where refunds go', (language) => {
  for (const text of ['help/refund', 'pages/terms', 'pages/complaints'])
    expect(readFileSync(`content/${text}/${language}.md`, 'utf8'), text).toContain('{refunds}')
})
