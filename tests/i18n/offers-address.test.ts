import { describe, expect, test } from 'vitest'
import { monthNamed, offersNames, offersPath } from '#app/features/city/offers-address.ts'
import { withCity } from '#app/i18n/language.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

describe('the address of a city’s vehicles in a month', () => {
  test('has names in its language', () => {
    expect(decodeURI(offersPath({ city: 'Kisch', kind: 'car', month: 3 }, 'de'))).toBe('/city/Kisch/car/märz')
    expect(decodeURI(offersPath({ city: 'کیش', kind: 'motor', month: 1 }, 'fa'))).toBe('/city/کیش/motor/فروردین')
    expect(offersPath({ city: 'Kish', kind: 'car' }, 'en')).toBe('/city/Kish/car')
  })

  test.each(LANGUAGES)('is parsed in %s, and leads to the same month in every other language and back', (language) => {
    for (const month of MONTHS) {
      const names = offersNames({ kind: 'car', month }, { language, cityIn: () => 'Kish' })
      for (const other of LANGUAGES) {
        const slug = names[other]?.split('/')[2] ?? ''
        const there = monthNamed(slug, other) ?? 0
        expect(monthNamed(slug, language), `${slug} in ${language}`).toBe(month)
        expect(offersNames({ kind: 'car', month: there }, { language: other, cityIn: () => 'Kish' })).toEqual(names)
      }
    }
  })

  test('has no other word for a month', () => {
    for (const text of ['', 'spring', '4', '__proto__', 'april-2027']) expect(monthNamed(text, 'en')).toBeUndefined()
  })

  test('has the same page in another language', () => {
    const names = offersNames({ kind: 'car', month: 4 }, { language: 'en', cityIn: () => 'Kish' })
    expect(decodeURI(withCity('/city/Kish/car/april?currency=1', names.fa))).toBe('/city/Kish/car/فروردین?currency=1')
    expect(withCity('/city/Kish/car', 'Kisch')).toBe('/city/Kisch/car')
    expect(withCity('/city/Kish', 'Kisch')).toBe('/city/Kisch')
  })
})
