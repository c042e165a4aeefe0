import { describe, expect, test } from 'vitest'
import { CATEGORY } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { testApi } from '../../support/api/api.ts'
import { rejectedWith } from '../../support/browser/steps/rejected.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const NOW = new Date().toISOString()
const site = await testApi({ db, now: NOW })
const { places, ads } = site.as({ language: 'en' })

describe('the guide to a city', () => {
  test('is found by every spelling, and names the city in the requested language', async () => {
    for (const city of ['kish', '1061', 'کیش', 'Kish', 'كيش', 'Kiş', 'Kisch']) {
      expect((await places.cityGuide({ city })).city).toMatchObject({ name: 'Kish', slug: 'kish' })
    }
    expect((await site.as({ language: 'de' }).places.cityGuide({ city: 'kish' })).city.name).toBe('Kish')
  })

  test('of an unknown city or one without vehicles is not found', async () => {
    expect(await rejectedWith(places.cityGuide({ city: 'Atlantis' }))).toEqual({ code: 'NOT_FOUND' })
  })

  test('is about the requested category, and not found without a vehicle of it', async () => {
    const guide = await places.cityGuide({ city: 'kish', currency: 'EUR', category: CATEGORY.MOTOR })
    const found = await ads.search({
      query: { size: 1, currency: 'EUR', ordering: 'cheapest' },
      body: { city: 'kish', categories: [CATEGORY.MOTOR] },
    })
    expect(guide.category).toBe(CATEGORY.MOTOR)
    expect(guide.lengths.find(({ from_days }) => from_days === 3)?.price_from).toBe(found.results[0]?.price.per_day)
    expect(await rejectedWith(places.cityGuide({ city: 'kish', category: 99 }))).toEqual({ code: 'NOT_FOUND' })
  })

  test('has the prices of rentals in a month, including seasons', async () => {
    const { months } = await places.cityGuide({ city: 'kish' })
    const month = months[5]!
    const guide = await places.cityGuide({ city: 'kish', currency: 'EUR', month: month.month })
    const end_date = addDays(month.start_date, 30)
    const found = await ads.search({
      query: { size: 1, currency: 'EUR', ordering: 'cheapest' },
      body: {
        city: 'kish',
        categories: [guide.category],
        ...{ start_date: month.start_date, start_time: '12:00', end_date, end_time: '12:00' },
      },
    })
    // The cheapest free vehicle is at least as expensive as the cheapest of all.
    expect(found.results[0]?.price.per_day).toBeGreaterThanOrEqual(guide.lengths.at(-1)?.price_from ?? Number.NaN)
    expect(months.map(({ month }) => month).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  test('has the same prices as the search, and longer rentals never cost more per day', async () => {
    const guide = await places.cityGuide({ city: 'kish', currency: 'EUR' })
    const [offer] = guide.offers
    const found = await ads.search({
      query: { size: 1, currency: 'EUR', ordering: 'cheapest' },
      body: { city: 'kish', categories: [offer?.category ?? 0] },
    })
    expect(offer).toMatchObject({ ads: found.count, price_from: found.results[0]?.price.per_day })
    expect(guide.lengths.map(({ from_days, to_days }) => [from_days, to_days])).toEqual([
      ...[
        [1, 2],
        [3, 6],
        [7, 13],
        [14, 29],
        [30, null],
      ],
    ])
    const from = guide.lengths.map(({ price_from }) => price_from)
    expect(from).toEqual(from.toSorted((a, b) => b - a))
    for (const { price_from, price_usual } of guide.lengths) expect(price_usual).toBeGreaterThanOrEqual(price_from)
  })

  test('counts for each coming month what the search finds free in its middle', async () => {
    const { months, offers } = await places.cityGuide({ city: 'tehran' })
    expect(months).toHaveLength(12)
    for (const { start_date, end_date, free, price_from } of [months[0]!, months[2]!]) {
      const found = await ads.search({
        query: { size: 1, ordering: 'cheapest' },
        body: {
          city: 'tehran',
          categories: [offers[0]?.category ?? 0],
          ...{ start_date, start_time: '12:00', end_date, end_time: '12:00' },
        },
      })
      expect([free, price_from]).toEqual([found.count, found.results[0]?.price.per_day])
      expect(start_date > dateIn('Asia/Tehran', new Date(NOW))).toBe(true)
      expect(end_date).toBe(addDays(start_date, 3))
    }
  })

  test('uses Jalali months in Persian', async () => {
    const { months } = await site.as({ language: 'fa' }).places.cityGuide({ city: 'kish' })
    const english = await places.cityGuide({ city: 'kish' })
    expect(months.map(({ first }) => first)).not.toEqual(english.months.map(({ first }) => first))
  })

  test('lists the companies there, best first, with their offices and the airport’s distance from the centre', async () => {
    const { companies, offices, airports } = await places.cityGuide({ city: 'berlin' })
    const scores = companies.map(({ rating }) => rating.score ?? 0)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(offices.map(({ company }) => company.slug).toSorted()).toEqual(companies.map(({ slug }) => slug).toSorted())
    expect(airports).toHaveLength(1)
    expect(airports[0]?.kilometres).toBeGreaterThan(15)
    expect(airports[0]?.kilometres).toBeLessThan(22)
  })
})
