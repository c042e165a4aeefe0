import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adOfRow, type Facet, type FacetChoice, rowOfAd, shownFacet } from '#app/features/search/listing.ts'
import { readSearch, type SearchCity } from '#app/features/search/requested-search.ts'
import { withoutFilter, withoutFilters, withParameter, withShown } from '#app/features/search/search-query.ts'

const KISH: SearchCity = {
  id: 1061,
  slug: 'kish',
  name: 'کیش',
  name_fa: 'کیش',
  name_en: 'Kish',
  name_ar: 'كيش',
  name_tr: 'Kiş',
  name_de: 'Kisch',
  zone: 'Asia/Tehran',
}
const NOW = new Date('2026-11-20T08:00:00Z')
const read = (query: string, more: { isMonthly?: boolean; currency?: 'IRT' | 'EUR' } = {}) =>
  readSearch(new URLSearchParams(query), {
    language: 'fa',
    currency: 'IRT',
    cities: [KISH],
    now: NOW,
    todayIn: () => '2026-11-20',
    isMonthly: false,
    ...more,
  })
const fieldErrorsIn = (query: string) =>
  Object.fromEntries(Object.entries(read(query).fieldErrors).map(([name, [fieldError]]) => [name, fieldError?.key]))

describe('an address of a search', () => {
  test('has its city as an id, slug or name in any language, and is written in the page’s own', () => {
    for (const city of ['1061', '۱۰۶۱', 'kish', 'KISH', 'کیش', 'كيش', 'KİŞ', 'Kisch']) {
      expect(new URLSearchParams(read(`city=${city}`).query).get('city')).toBe('کیش')
    }
  })

  test('accepts dates in parts of the page’s calendar and prices in any digits, and writes ISO and Latin', () => {
    const { time, from, query } = read(
      'start_date.day=۱۲&start_date.month=۱۴۰۵-۹&end_date=1405/9/17&start_time=۱۰:۰۰&from=۹۰۰٬۰۰۰',
    )
    expect(time).toEqual({ start_date: '2026-12-03', end_date: '2026-12-08', start_time: '10:00' })
    expect(from).toBe(900_000)
    expect(query).toContain('start_date=2026-12-03')
    expect(query).toContain('from=900000')
  })

  test('counts euro prices in cents', () => {
    expect(read('from=12&to=40', { currency: 'EUR' })).toMatchObject({ from: 1200, to: 4000 })
  })

  test('shows each error at its field and searches without it', () => {
    expect(fieldErrorsIn('city=atlantis')).toEqual({ city: 'unknown_city' })
    expect(fieldErrorsIn('start_date=2026-12-08&end_date=2026-12-03')).toEqual({ end_date: 'return_before_pickup' })
    expect(fieldErrorsIn('start_date=2026-10-01&end_date=2026-12-03')).toEqual({ start_date: 'past' })
    expect(fieldErrorsIn('start_date=1404/12/30&end_date=2026-12-03')).toMatchObject({ start_date: 'date' })
    expect(fieldErrorsIn('start_date=2026-12-03&end_date=2026-12-08&start_time=10:15')).toEqual({
      start_time: 'time_slot',
    })
    expect(fieldErrorsIn('start_date=2026-12-03')).toEqual({ end_date: 'required' })
    expect(fieldErrorsIn('from=90&to=20')).toEqual({ to: 'price_range' })
    expect(fieldErrorsIn('from=cheap')).toEqual({ from: 'number' })
    expect(fieldErrorsIn('yearFrom=2024&yearTo=2019')).toEqual({ yearTo: 'year_range' })
    expect(read('start_date=2026-12-08&end_date=2026-12-03&types=suv').query).toBe('types=suv')
  })

  test('clears the return time if the pick-up time is empty', () => {
    const { time } = read('start_date=2026-12-03&start_time=&end_date=2026-12-08&end_time=12:00')
    expect(time).toEqual({ start_date: '2026-12-03', end_date: '2026-12-08' })
  })

  test('needs no return for a month', () => {
    expect(read('start_date=2026-12-03', { isMonthly: true })).toMatchObject({
      time: { start_date: '2026-12-03' },
      fieldErrors: {},
    })
  })

  test('drops unknown parameters and reports repeated ones', () => {
    const requested = read('city=kish&city=tehran&utm_source=x&types=suv&types=van')
    expect(requested.query).toBe('city=%DA%A9%DB%8C%D8%B4&types=suv&types=van')
    expect(requested.repeated).toEqual(['city'])
  })

  test('treats an invalid page as none', () => {
    expect([read('').page, read('page=3').page, read('page=۳').page, read('page=x').page, read('page=0').page]).toEqual(
      [1, 3, 3, 0, 0],
    )
  })

  test('is parsed without failing from any text, and from its own output as the same search', () => {
    const names = fc.constantFrom(
      'city',
      'start_date',
      'end_date',
      'start_time',
      'from',
      'to',
      'types',
      'yearFrom',
      'page',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string({ unit: 'grapheme', maxLength: 30 }))), (pairs) => {
        const { query } = read(new URLSearchParams(pairs).toString())
        expect(read(query).query).toBe(query)
      }),
    )
  })
})

test('a link changes one parameter of the address and starts at the first page', () => {
  const query = 'city=Kish&brands=kia&brands=bmw&models=kia/rio&from=10&start_date=2026-12-03&page=4'
  expect(withParameter(query, 'ordering', 'newest')).toMatch(/^\?(?!.*page).*ordering=newest$/)
  expect(withoutFilter(query, 'brands', 'kia')).toContain('brands=bmw')
  expect(withoutFilter(query, 'brands')).not.toMatch(/brands|models/)
  expect(withoutFilter(query, 'price')).not.toContain('from=')
  expect(withoutFilters(query)).toBe('?city=Kish&start_date=2026-12-03')
})

test('a vehicle is restored from its row unchanged', () => {
  const ad = {
    ...{
      id: 7,
      title: 'Kia Rio',
      year: '2020',
      picture: 'sedan-red',
      colour: 'Red',
      company: 'A | B',
      terms: 'Kish · Unlimited km',
    },
    ...{
      score: 4.7,
      ratings: 12,
      gearbox: 'Manual',
      fuel: 'Petrol',
      seats: 5,
      trust: 'Cash deposit',
      units: '3 of these',
    },
    ...{ guarantee: 16000, pin: 0 as const, day: 1900, total: undefined },
  }
  expect(adOfRow(rowOfAd(ad))).toEqual(ad)
  expect(adOfRow(rowOfAd({ ...ad, total: 9500 }))).toEqual({ ...ad, total: 9500 })
})

describe('a filter', () => {
  const choices = Array.from({ length: 12 }, (_, index): FacetChoice => [`${index}`, `Make ${index}`, 3, false])
  const chosen = choices.map((choice): FacetChoice => (choice[0] === '10' ? ['10', 'Make 10', 3, true] : choice))
  const shown = (facet: Facet) => [facet.choices.map(([value]) => Number(value)), facet.more]

  test('that is closed shows nothing', () => {
    expect(shown(shownFacet(choices, { group: 'brands', show: [] }))).toEqual([[], 12])
  })

  test('that is open shows the first eight values and the chosen ones', () => {
    expect(shown(shownFacet(choices, { group: 'types', show: [] }))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], 4])
    expect(shown(shownFacet(chosen, { group: 'brands', show: [] }))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 10], 3])
  })

  test('that the address names shows all values', () => {
    expect(shownFacet(choices, { group: 'brands', show: ['brands'] })).toEqual({ choices, more: 0 })
    expect(read('show=brands&show=room&show=nonsense').show).toEqual(['brands', 'room'])
    expect(withShown('city=Kish&show=brands', 'models')).toBe('?city=Kish&show=brands&show=models#facet-models')
  })
})
