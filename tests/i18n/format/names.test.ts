import { describe, expect, it } from 'vitest'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

describe('names', () => {
  it('are in the language, and English where Turkish or German has none', () => {
    const kish = { name_fa: 'کیش', name_en: 'Kish', name_ar: 'كيش' }
    expect(LANGUAGES.map((language) => nameOf(kish, language))).toEqual(['کیش', 'Kish', 'كيش', 'Kish', 'Kish'])
    const five = { ...kish, name_tr: 'Kiş', name_de: 'Kisch' }
    expect(LANGUAGES.map((language) => nameOf(five, language))).toEqual(['کیش', 'Kish', 'كيش', 'Kiş', 'Kisch'])
  })

  it('fall back to English in Arabic, and then to any other', () => {
    expect(nameOf({ name_fa: 'کیش', name_en: 'Kish', name_ar: '' }, 'ar')).toBe('Kish')
    expect(nameOf({ name_fa: 'کیش', name_en: null, name_ar: null }, 'de')).toBe('کیش')
    expect(nameOf({ name_fa: null, name_en: 'Kish', name_ar: null }, 'fa')).toBe('Kish')
    expect(nameOf({ name_fa: null, name_en: null, name_ar: null }, 'fa')).toBe('')
  })

  it('texts per language fall back to English, then Persian', () => {
    expect(wordingIn('tr', { fa: 'سلام', en: 'Hello', tr: 'Merhaba' })).toBe('Merhaba')
    expect(wordingIn('de', { fa: 'سلام', en: 'Hello' })).toBe('Hello')
    expect(wordingIn('de', { fa: 'سلام' })).toBe('سلام')
  })
})
