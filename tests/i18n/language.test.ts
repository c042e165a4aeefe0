import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alternates, directionOf, isLanguage, languageOf, localeTag, pathIn, withCity } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

describe('the language of an address', () => {
  it.each([
    ['/', 'fa', '/'],
    ['/rent/car?city=1', 'fa', '/rent/car?city=1'],
    ['/en', 'en', '/'],
    ['/en/', 'en', '/'],
    ['/en?x=1', 'en', '/?x=1'],
    ['/en/?x=1', 'en', '/?x=1'],
    ['/de/rent/car?city=1#top', 'de', '/rent/car?city=1#top'],
    ['/ar#top', 'ar', '/#top'],
    ['/english', 'fa', '/english'],
    ['/enterprise/x', 'fa', '/enterprise/x'],
    ['/EN', 'fa', '/EN'],
    ['/fr/rent', 'fa', '/fr/rent'],
    ['/fa/rent', 'fa', '/fa/rent'],
    ['/city/en', 'fa', '/city/en'],
  ])('%s is %s and %s', (path, language, rest) => {
    expect(languageOf(path)).toEqual({ language, rest })
  })

  it('is parsed from the address that was made for it', () => {
    const rest = fc.constantFrom('/', '/rent/car', '/?q=1', '/book/car/12/2026-12-03', '/english', '/city/کیش?x=/en')
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), rest, (language, path) => {
        expect(languageOf(pathIn(language, path))).toEqual({ language, rest: path })
      }),
    )
  })

  it('has no slash at the end of its home page', () => {
    expect(LANGUAGES.map((language) => pathIn(language, '/'))).toEqual(['/', '/en', '/ar', '/tr', '/de'])
    expect(pathIn('en', '/?currency=2')).toBe('/en?currency=2')
  })

  it('is one of six alternates of every page', () => {
    expect(alternates('/companies').map(({ hreflang, path }) => `${hreflang} ${path}`)).toEqual([
      'fa /companies',
      'en /en/companies',
      'ar /ar/companies',
      'tr /tr/companies',
      'de /de/companies',
      'x-default /companies',
    ])
  })

  it('is the form of a city’s name in it, however the city was typed', () => {
    const names = { fa: 'تهران', en: 'Tehran', ar: 'طهران', tr: 'Tahran', de: 'Teheran' }
    const typed = ['/rent/car?city=Teheran', '/rent/car?city=335471'].map((path) => alternates(path, names))
    expect(typed[0]).toEqual(typed[1])
    expect(typed[0]?.map(({ path }) => decodeURI(path))).toEqual([
      '/rent/car?city=تهران',
      '/en/rent/car?city=Tehran',
      '/ar/rent/car?city=طهران',
      '/tr/rent/car?city=Tahran',
      '/de/rent/car?city=Teheran',
      '/rent/car?city=تهران',
    ])
    expect(withCity('/rent/car?city=Atlantis', undefined)).toBe('/rent/car')
  })

  it('Persian and Arabic are written from right to left', () => {
    expect(LANGUAGES.map(directionOf)).toEqual(['rtl', 'ltr', 'rtl', 'ltr', 'ltr'])
    expect(LANGUAGES.map(localeTag)).toEqual(['fa-IR', 'en-US', 'ar-SA', 'tr-TR', 'de-DE'])
    expect([isLanguage('fa'), isLanguage('fr'), isLanguage(undefined)]).toEqual([true, false, false])
  })
})
