import { describe, expect, test } from 'vitest'
import { CATEGORY, LANGUAGES, LOCALE_TAGS, PINNED_CITY_IDS } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { testApi } from '../../support/api/api.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const site = await testApi({ db, now: new Date().toISOString() })
const dayAfter = (days: number) => addDays(dateIn('Asia/Tehran', new Date()), days)
const { places, ads, vehicles } = site.as({ language: 'en' })

const KNOWN = {
  fa: { DE: 'آلمان +49', US: 'ایالات متحده +1', IT: 'ایتالیا +39' },
  en: { DE: 'Germany +49', CA: 'Canada +1', CI: 'Côte d’Ivoire +225' },
  ar: { DE: 'ألمانيا +49' },
  tr: { DE: 'Almanya +49', IR: 'İran +98' },
  de: { DE: 'Deutschland +49', AT: 'Österreich +43' },
}

describe('cities where vehicles are on offer', () => {
  test('start with the pinned ones, followed by the others by name', async () => {
    const { results } = await places.rentCities({})
    expect(results.slice(0, 4).map(({ id }) => id)).toEqual(PINNED_CITY_IDS)
    const names = results.slice(4).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names).toEqual(names.toSorted())
  })

  test('are sorted by the Persian alphabet', async () => {
    const { results } = await site.as({ language: 'fa' }).places.rentCities({})
    const names = results.slice(4).map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('fa').compare))
    expect(names).not.toEqual(names.toSorted())
  })

  test('have the count and lowest price that the search finds', async () => {
    const { results } = await places.rentCities({ currency: 'IRT' })
    for (const { slug, ads: count, price_from } of notEmpty(results.slice(0, 6))) {
      const found = await ads.search({
        query: { currency: 'IRT', ordering: 'cheapest', size: 1 },
        body: { city: slug },
      })
      expect([slug, count, price_from]).toEqual([slug, found.count, found.results[0]?.price.per_day])
    }
  })
})

describe('a price from', () => {
  const time = { start_date: dayAfter(20), start_time: '10:00', end_date: dayAfter(29), end_time: '10:00' }
  const cheapest = { currency: 'EUR', ordering: 'cheapest', size: 1 } as const

  test('without dates is for a three-day rental', async () => {
    const found = await ads.search({ query: { ...cheapest, size: 5, currency: 'IRT' }, body: { city: 'kish' } })
    for (const { id, price } of notEmpty(found.results)) {
      const three = await ads.read({ id, currency: 'IRT', start_date: dayAfter(20), end_date: dayAfter(23) })
      expect(price).toMatchObject({ days: null, per_day: three.price.per_day })
    }
  })

  test('without dates in the monthly list is for a long rental', async () => {
    const found = await ads.search({ query: { ...cheapest, currency: 'IRT' }, body: { city: 'kish', monthly: true } })
    const [first] = found.results
    const month = await ads.read({
      id: first?.id ?? 0,
      currency: 'IRT',
      start_date: dayAfter(20),
      end_date: dayAfter(50),
    })
    expect(first?.price.per_day).toBe(month.price.per_day)
  })

  test('of a city is the first of its list, for the given kind of vehicle and dates', async () => {
    const { results } = await places.rentCities({ currency: 'EUR', category: CATEGORY.CAR, ...time })
    expect(results.length).toBe((await places.rentCities({})).results.length)
    for (const { slug, ads: count, price_from } of notEmpty(results.slice(0, 6))) {
      const found = await ads.search({ query: cheapest, body: { city: slug, categories: [CATEGORY.CAR], ...time } })
      expect([slug, count, price_from]).toEqual([slug, found.count, found.results[0]?.price.per_day ?? null])
    }
  })

  test('of a body type is the first of its list, for the given dates', async () => {
    const { results } = await vehicles.adTypes({ currency: 'EUR', ...time })
    for (const { slug, category, ads: count, price_from } of notEmpty(results)) {
      const found = await ads.search({ query: cheapest, body: { types: [slug], categories: [category], ...time } })
      expect([slug, count, price_from]).toEqual([slug, found.count, found.results[0]?.price.per_day ?? null])
    }
  })

  test('for impossible dates is refused', async () => {
    const past = places.rentCities({ ...time, start_date: dayAfter(-3) })
    await expect(past).rejects.toMatchObject({ code: 'INVALID_FIELDS' })
  })
})

describe('cities by part of their name', () => {
  test.each([
    ['tehr', 'tehran'],
    ['تهر', 'tehran'],
    ['طهران', 'tehran'],
    ['İSTANBUL', 'istanbul'],
    ['Kisch', 'kish'],
    ['Muenchen', 'munich'],
    ['koln', 'cologne'],
    ['Taebris', 'tabriz'],
    ['izmir', 'izmir'],
    ['İZMİR', 'izmir'],
    ['الشارقه', 'sharjah'],
    ['بندر عباس', 'bandar-abbas'],
  ])('%s is found', async (search, slug) => {
    const { results } = await places.dynamicCities({ search })
    expect(results.map((city) => city.slug)).toContain(slug)
    expect(results.length).toBeLessThan(5)
  })

  test('are all found without a query, and none for nonsense', async () => {
    const { results } = await places.dynamicCities({})
    const all = await db.selectFrom('city').select('id').execute()
    expect(results.length).toBe(all.length)
    expect((await places.dynamicCities({ search: '%' })).results).toEqual([])
  })
})

test.each(['Teheran', 'Tahran', 'TAHRAN', 'Tehran', 'تهران', 'طهران', 'tehran', '335471'])(
  '%s is one city in the search, and has one name in each language',
  async (typed) => {
    const names = await Promise.all(
      LANGUAGES.map(async (language) => {
        const { city } = await site.as({ language }).ads.search({ query: { size: 1 }, body: { city: typed } })
        return city?.name
      }),
    )
    expect(names).toEqual(['تهران', 'Tehran', 'طهران', 'Tahran', 'Teheran'])
  },
)

test('cities and countries have their names in the page’s language', async () => {
  const german = await site.as({ language: 'de' }).places.rentCities({})
  const named = german.results.map(({ name, country }) => `${name}, ${country.name}`)
  expect(named).toEqual(
    expect.arrayContaining(['Köln, Deutschland', 'Kish, Iran', 'Schiras, Iran', 'Dubai, Vereinigte Arabische Emirate']),
  )
  const turkish = await site.as({ language: 'tr' }).places.rentCities({})
  expect(turkish.results.map(({ name, country }) => `${name}, ${country.name}`)).toEqual(
    expect.arrayContaining(['İstanbul, Türkiye', 'Şiraz, İran', 'Münih, Almanya', 'Kiş, İran']),
  )
})

describe('the map of places', () => {
  test('has every province and city once, in their country', async () => {
    const { results } = await places.locations()
    const provinces = results.flatMap((country) => country.provinces)
    const cities = provinces.flatMap((province) => province.cities)
    expect(provinces.length).toBe((await places.provinces({})).results.length)
    expect(cities.map(({ id }) => id).toSorted()).toEqual(
      (await places.cities({})).results.map(({ id }) => id).toSorted(),
    )
    const divided = results.filter((country) => country.provinces.length > 0)
    expect(divided.map(({ code }) => code).toSorted()).toEqual(['AE', 'DE', 'IR', 'TR'])
  })

  test('has the provinces of a country and the cities of a province', async () => {
    const iran = (await places.countries()).results.find(({ code }) => code === 'IR')
    const provinces = (await places.provinces({ country: iran?.id })).results
    expect(iran?.dial_code).toBe('+98')
    expect(provinces.length).toBeGreaterThan(3)
    expect(provinces.every(({ country }) => country === iran?.id)).toBe(true)
    const [first] = provinces
    const { results } = await places.cities({ province: first?.id })
    expect(results.length).toBeGreaterThan(0)
    expect(results.every(({ province, country }) => province === first?.id && country === iran?.id)).toBe(true)
  })

  test('has a country’s name in the requested language, beside the three stored names', async () => {
    const names = await Promise.all(
      LANGUAGES.map(async (language) => {
        const { results } = await site.as({ language }).places.countries()
        return results.find(({ code }) => code === 'DE')
      }),
    )
    expect(names.map((country) => country?.name)).toEqual(['آلمان', 'Germany', 'ألمانيا', 'Almanya', 'Deutschland'])
    expect(names.every((country) => country?.name_en === 'Germany' && country?.name_ar === 'ألمانيا')).toBe(true)
  })

  test('has all countries with a dial code, once each, in the language’s words and order', async () => {
    for (const language of LANGUAGES) {
      const { results } = await site.as({ language }).places.countries()
      expect(results.length).toBeGreaterThan(230)
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
      const names = results.map(({ name }) => name)
      expect(names).toEqual(names.toSorted(new Intl.Collator(LOCALE_TAGS[language]).compare))
      const named = Object.fromEntries(results.map(({ code, name, dial_code }) => [code, `${name} ${dial_code}`]))
      expect(named).toMatchObject(KNOWN[language])
      // No name is just an ISO code.
      expect(results.filter(({ name }) => /^[A-Z]{2}$/.test(name))).toEqual([])
    }
  })
})

describe('currencies', () => {
  test('are toman and euro with their ids, toman first', async () => {
    const { data, results } = await places.currencies()
    expect(results.map(({ id, code }) => [id, code])).toEqual([
      [6, 'IRT'],
      [2, 'EUR'],
    ])
    expect(data).toEqual(results)
    expect(results[0]?.rate).toBe(1)
  })
})
