import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, toArabicDigits, toLatinDigits, toPersianDigits } from '#app/rules/text/digits.ts'

const mixed = fc.string({ unit: fc.constantFrom(...'aZ ۰۵۹٠٥٩059یكء-/‌') })

describe('digits', () => {
  it('Persian and Arabic-Indic digits become Latin, and nothing else changes', () => {
    expect(toLatinDigits('۰۹۱۲ ٣٤٥ 678 آ-ب')).toBe('0912 345 678 آ-ب')
  })

  it('Latin and Arabic-Indic digits become Persian', () => {
    expect(toPersianDigits('1405/٩/۱۲')).toBe('۱۴۰۵/۹/۱۲')
    expect(toArabicDigits('2026-۱۲')).toBe('٢٠٢٦-١٢')
  })

  it('converting a text to Persian or Arabic digits and back does not change it', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        expect(toLatinDigits(toPersianDigits(text))).toBe(toLatinDigits(text))
        expect(toLatinDigits(toArabicDigits(text))).toBe(toLatinDigits(text))
        expect(toLatinDigits(text)).toHaveLength(text.length)
      }),
    )
  })
})

describe('folding for search', () => {
  it.each([
    ['either spelling of ی and ک', 'كيش', 'کیش'],
    ['the dotless alef maksura', 'مصطفى', 'مصطفی'],
    ['zero-width non-joiners', 'سانتا‌فه', 'سانتا فه'],
    ['Arabic vowel signs and hamza', 'مُوَافِقٌ أحمد', 'موافق احمد'],
    ['Turkish dotted and dotless i', 'İSTANBUL Iğdır ışık', 'istanbul igdir isik'],
    ['German letters', 'Große STRAẞE Übergabe', 'grosse strasse ubergabe'],
    ['full-width forms', 'Ｋｉａ', 'kia'],
    ['digits', 'پژو ۲۰۶', 'پژو 206'],
    ['bidi marks and tatweel', '\u200fکیـــش\u200e', 'کیش'],
    ['spaces', '  Kia \t\n Rio ', 'kia rio'],
  ])('equates %s', (_, written, folded) => {
    expect(foldText(written)).toBe(folded)
  })

  it('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { numRuns: 500 },
    )
  })

  it('letter case never matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcizABCIZçÇğĞşŞöÖüÜäÄ ') }), (text) => {
        expect(foldText(text.toUpperCase())).toBe(foldText(text))
      }),
    )
  })
})
