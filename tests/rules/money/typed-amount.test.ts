import { describe, expect, test } from 'vitest'
import { typedAmount } from '#app/rules/money/typed-amount.ts'

describe('an amount that somebody typed', () => {
  test.each([
    ['250000', 250_000],
    ['۲۵۰٬۰۰۰', 250_000],
    ['٢٥٠٬٠٠٠', 250_000],
    ['250,000', 250_000],
    ['250.000', 250_000],
    [' 1 250 000 ', 1_250_000],
    ['1’250’000', 1_250_000],
  ])('is whole toman: %s', (typed, minor) => {
    expect(typedAmount(typed, 'IRT')).toEqual({ minor })
  })

  test.each([
    ['25', 2500],
    ['10.5', 1050],
    ['10,50', 1050],
    ['۱۰٫۵۰', 1050],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
  ])('is euro with cents, in the separators of any language: %s', (typed, minor) => {
    expect(typedAmount(typed, 'EUR')).toEqual({ minor })
  })

  test.each(['۱۲٬۰۰۰٫۵', '12,000.5', '12000,50', '۱۲٫۰۰۰', '0.5'])('cannot be a part of a toman: %s', (typed) => {
    expect(typedAmount(typed, 'IRT')).toEqual({ fieldError: 'whole_toman' })
  })

  test.each(['abc', '-5', '1,23,456', '12..5', '1e5', '1.2345'])('must be a number: %s', (typed) => {
    expect(typedAmount(typed, 'EUR')).toEqual({ fieldError: 'number' })
  })

  test('is required', () => {
    expect(typedAmount('  ', 'IRT')).toEqual({ fieldError: 'required' })
  })

  test('can be of any size: the call has the limit', () => {
    for (const typed of ['9999999999999', '9'.repeat(40)]) {
      expect(typedAmount(typed, 'IRT')).toEqual({ minor: Math.min(Number(typed), Number.MAX_SAFE_INTEGER) })
    }
  })
})
