import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isIban, maskedIban, normaliseIban } from '#app/rules/money/iban.ts'

const GOOD = [
  'DE89370400440532013000',
  'GB82WEST12345698765432',
  'TR330006100519786457841326',
  'IR062960000000100324200001',
]

test('IBANs and Sheba numbers are accepted however they are written', () => {
  for (const iban of GOOD) expect(isIban(iban), iban).toBe(true)
  expect(normaliseIban(' de89 3704 0044 0532 0130 00 ')).toBe(GOOD[0])
  expect(normaliseIban('۰۶-۲۹۶۰-۰۰۰۰-۰۰۱۰-۰۳۲۴-۲۰۰۰-۰۱')).toBe(GOOD[3])
  expect(maskedIban('DE89370400440532013000')).toBe('DE••3000')
})

test('a wrong length, letters in a Sheba number and nonsense are refused', () => {
  for (const text of [
    '',
    'DE',
    'DE8937040044053201300',
    'IR06296000000010032420000A',
    'XX00',
    '=cmd()',
    '1'.repeat(40),
  ])
    expect(isIban(normaliseIban(text)), text).toBe(false)
})

test('any mistyped digit and any two swapped neighbours are detected', () => {
  const place = fc.integer({ min: 4, max: 21 })
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), place, fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
      const digit = Number(iban[at])
      fc.pre(Number.isInteger(digit))
      expect(isIban(iban.slice(0, at) + ((digit + by) % 10) + iban.slice(at + 1))).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), place, (iban, at) => {
      const [one, other] = [iban[at - 1], iban[at]]
      fc.pre(one !== other)
      expect(isIban(iban.slice(0, at - 1) + other + one + iban.slice(at + 1))).toBe(false)
    }),
  )
})
