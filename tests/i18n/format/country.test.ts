import { describe, expect, test } from 'vitest'
import { countryIn, countryOf } from '#app/i18n/format/country.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { documentOf } from '#app/rules/identity/document-of.ts'

describe('a country', () => {
  test('that is stored as its code is shown in the language’s words', () => {
    expect(LANGUAGES.map((language) => countryIn(language, 'IR'))).toEqual(['ایران', 'Iran', 'إيران', 'İran', 'Iran'])
    expect(countryIn('de', 'DE')).toBe('Deutschland')
  })

  test('that is unknown is shown and stored as it was typed', () => {
    expect(countryIn('en', 'Atlantis')).toBe('Atlantis')
    expect(countryOf('Atlantis')).toBe('Atlantis')
    expect(countryIn('en', 'ZZ')).toBe('ZZ')
  })

  test('is stored as its code, whatever language and spelling it was typed in', () => {
    for (const typed of ['ایران', 'إيران', ' iran', 'İran', 'IR', 'ir']) expect(countryOf(typed), typed).toBe('IR')
    for (const typed of ['Deutschland', 'آلمان', 'Almanya', 'GERMANY']) expect(countryOf(typed), typed).toBe('DE')
  })

  test('decides whose document is asked for, whatever it is called', () => {
    for (const code of ['IR', 'TR', 'AE'])
      for (const language of LANGUAGES) expect(documentOf(countryIn(language, code)), language).toBe(code)
    for (const [typed, code] of [
      ['UAE', 'AE'],
      [' turkey ', 'TR'],
      ['تركيا', 'TR'],
      ['VAE', 'AE'],
    ] as const) {
      expect(documentOf(typed), typed).toBe(code)
      expect(countryOf(typed), typed).toBe(code)
    }
    expect(documentOf('Deutschland')).toBe('other')
    expect(documentOf('  ')).toBeUndefined()
  })

  test('can be typed as it is shown, in every language', () => {
    for (const language of LANGUAGES)
      for (const code of ['IR', 'TR', 'AE', 'DE', 'AT', 'GB', 'US', 'FR', 'RU', 'IQ'])
        expect(countryOf(countryIn(language, code))).toBe(code)
  })
})
