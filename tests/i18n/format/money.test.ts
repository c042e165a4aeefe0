import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, moneyParts, unitOf } from '#app/i18n/format/money.ts'
import { formatDecimal, formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { LANGUAGES, LOCALE_TAGS } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'

const language = fc.constantFrom(...LANGUAGES)
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('amounts', () => {
  it.each([
    ['fa', '۲۴٬۲۵۰٬۰۰۰ تومان', '۱٬۲۰۰ یورو'],
    ['en', '24,250,000 toman', '€1,200'],
    ['ar', '٢٤٬٢٥٠٬٠٠٠ تومان', '١٬٢٠٠ يورو'],
    ['tr', '24.250.000 toman', '€1.200'],
    ['de', '24.250.000 Toman', '1.200 €'],
  ] as const)('in %s read %s and %s', (tongue, toman, euro) => {
    expect(plain(formatMoney(24_250_000, 'IRT', tongue))).toBe(toman)
    expect(plain(formatMoney(120_000, 'EUR', tongue))).toBe(euro)
  })

  it('below zero have a true minus, in Persian after a left-to-right mark', () => {
    expect(plain(formatMoney(-1_200_000, 'IRT', 'fa'))).toBe('\u200e−۱٬۲۰۰٬۰۰۰ تومان')
    expect(formatMoney(-1000, 'EUR', 'en')).toBe('−€10')
    expect(plain(formatMoney(-1000, 'EUR', 'de'))).toBe('−10 €')
    expect(formatMoney(0, 'EUR', 'en')).toBe('€0')
  })

  it('show cents only where there are some', () => {
    expect(formatMoney(1950, 'EUR', 'en')).toBe('€19.50')
    expect(plain(formatMoney(1950, 'EUR', 'de'))).toBe('19,50 €')
    expect(plain(formatMoney(-1905, 'EUR', 'fa'))).toBe('\u200e−۱۹٫۰۵ یورو')
  })

  it('never break between number and unit', () => {
    expect(formatMoney(1, 'IRT', 'fa')).not.toContain(' ')
    expect(moneyParts(-390_000, 'EUR', 'en')).toEqual({
      sign: '−',
      number: '3,900',
      unit: '€',
      unitFirst: true,
      gap: '',
    })
    expect(unitOf('IRT', 'de')).toBe('Toman')
  })
})

describe('numbers', () => {
  it('are written as Intl writes them', () => {
    const signs = /[\u200e\u200f\u061c−-]/g
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        language,
        fc.integer({ min: 0, max: 2 }),
        (thousandths, tongue, decimals) => {
          const value = thousandths / 1000
          const intl = new Intl.NumberFormat(LOCALE_TAGS[tongue], { maximumFractionDigits: decimals })
          // Halves are left out: the nearest binary fraction decides, and the two may differ there.
          fc.pre(thousandths % 5 !== 0)
          expect(formatNumber(value, tongue, decimals).replace(signs, '')).toBe(intl.format(value).replace(signs, ''))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a rating has one decimal', () => {
    expect(LANGUAGES.map((tongue) => formatDecimal(4.8, tongue))).toEqual(['۴٫۸', '4.8', '٤٫٨', '4,8', '4,8'])
    expect(formatDecimal(4, 'fa')).toBe('۴٫۰')
    expect(formatDecimal(5, 'en')).toBe('5.0')
  })

  it('never round to minus zero', () => {
    expect(formatNumber(-0.3, 'en')).toBe('0')
  })

  it('a share is written by each language’s rules', () => {
    expect(LANGUAGES.map((tongue) => plain(formatPercent(12, tongue)))).toEqual([
      '۱۲٪',
      '12%',
      '١٢٪\u061c',
      '%12',
      '12 %',
    ])
  })

  it('converting digits changes nothing else in a text', () => {
    expect(localDigits('SV-48213', 'fa')).toBe('SV-۴۸۲۱۳')
    expect(localDigits(2026, 'ar')).toBe('٢٠٢٦')
    expect(localDigits('10:30', 'de')).toBe('10:30')
    expect(toLatinDigits(localDigits('0123456789', 'fa'))).toBe('0123456789')
  })
})
