import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ORDERINGS } from '#app/contract/ads.ts'
import { CURRENCY_IDS, TRUST_TYPES } from '#app/rules/constants.ts'
import { convertUnit } from '#app/rules/money/price.ts'
import { pageCount } from '#app/rules/search/pagination.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { adOracle, type Requested } from '../../support/api/ad-oracle.ts'
import { testApi } from '../../support/api/api.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase({ demo: true })
const now = new Date()
const site = await testApi({ db, now: now.toISOString() })
const dayAfter = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const { irt_per_unit: rate } = await db
  .selectFrom('currency')
  .select('irt_per_unit')
  .where('id', '=', CURRENCY_IDS.EUR)
  .executeTakeFirstOrThrow()
const oracle = await adOracle(db, rate)

const some = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: Math.min(3, values.length) })
const rarely = <T>(arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const paths = (length: number) =>
  [...new Set(oracle.vehicles.map(({ brand, model, trim }) => [brand, model, trim].slice(0, length).join('/')))].filter(
    (path) => !path.endsWith('/'),
  )

const asking: fc.Arbitrary<Requested> = fc
  .record({
    city: maybe(fc.constantFrom('kish', 'tehran', 'istanbul', 'berlin', 'dubai')),
    categories: rarely(some([2, 5])),
    dates: maybe(fc.tuple(fc.integer({ min: 2, max: 80 }), fc.integer({ min: 1, max: 35 }))),
    brands: rarely(some(paths(1))),
    models: rarely(some(paths(2))),
    trims: rarely(some(paths(3))),
    types: rarely(some(['sedan', 'suv', 'hatchback', 'scooter'])),
    company: rarely(some([1, 3, 5, 7, 19, 20, 23])),
    fuel_type: rarely(some(['PETROL', 'HYBRID', 'DIESEL', 'ELECTRIC'])),
    gearbox_type: rarely(some(['AUTOMATIC', 'MANUAL'])),
    trust_type: rarely(some(TRUST_TYPES)),
    vehicle_capacity: rarely(some(['2', '4', '5', '7', '9'])),
    properties: rarely(some(VEHICLE_PROPERTIES)),
    prices: maybe(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 90 }))),
    load_capacity: maybe(fc.integer({ min: 1, max: 4 })),
    seats: maybe(fc.integer({ min: 2, max: 7 })),
    yearFrom: maybe(fc.integer({ min: 2017, max: 2025 })),
    yearTo: maybe(fc.integer({ min: 2019, max: 2026 })),
  })
  .map(({ dates, prices, ...rest }) => ({
    ...rest,
    start_date: dates && dayAfter(dates[0]),
    end_date: dates && dayAfter(dates[0] + dates[1]),
    from: prices?.[0],
    to: prices && prices[0] + prices[1],
  }))
const currencies = fc.constantFrom('IRT', 'EUR')

/** Random filters have prices in whole euros; in toman, one euro is a hundred thousand. */
function inCurrency(requested: Requested, currency: 'IRT' | 'EUR'): Requested {
  const scale = currency === 'EUR' ? 100 : 100_000
  return { ...requested, from: requested.from && requested.from * scale, to: requested.to && requested.to * scale }
}

const search = (
  body: Requested,
  query: { currency: string; ordering?: (typeof ORDERINGS)[number]; page?: number; size?: number },
) => site.as({ language: 'en' }).ads.search({ query: { size: 100, ...query }, body })

/** The filters with a facet's value in place of the chosen ones; properties are added instead. */
function choosing(requested: Requested, filter: string, value: string): Requested {
  if (filter === 'properties') return { ...requested, properties: [...new Set([...requested.properties, value])] }
  if (['brands', 'models', 'trims'].includes(filter))
    return { ...requested, brands: [], models: [], trims: [], [filter]: [value] }
  if (filter === 'company') return { ...requested, company: [Number(value)] }
  const isNumber = ['seats', 'load_capacity', 'yearFrom', 'yearTo'].includes(filter)
  return { ...requested, [filter]: isNumber ? Number(value) : [value] }
}

describe('the search, compared with filtering vehicle by vehicle', () => {
  test('finds the same vehicles at the same prices, in each order', async () => {
    await fc.assert(
      fc.asyncProperty(asking, currencies, fc.constantFrom(...ORDERINGS), async (filters, currency, ordering) => {
        const requested = inCurrency(filters, currency)
        const expected = oracle.find(requested, currency).map(({ id, shown }) => [id, shown])
        const first = await search(requested, { currency, ordering })
        expect(first.count).toBe(expected.length)
        const pages = await Promise.all(
          Array.from({ length: pageCount(first.count, 100) - 1 }, (_, index) =>
            search(requested, { currency, ordering, page: index + 2 }),
          ),
        )
        const found = [first, ...pages].flatMap(({ results }) => results).map(({ id, price }) => [id, price.per_day])
        expect(found.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 40 },
    )
  })

  test('counts for each facet value what choosing it finds', async () => {
    await fc.assert(
      fc.asyncProperty(asking, currencies, fc.nat(), async (filters, currency, pick) => {
        const requested = inCurrency(filters, currency)
        const { facets } = await search(requested, { currency, size: 1 })
        const choices = facets.flatMap(({ filter, choices }) => choices.map((choice) => ({ filter, ...choice })))
        for (const { filter, value, count } of choices)
          expect([filter, value, count]).toEqual([
            filter,
            value,
            oracle.find(choosing(requested, filter, value), currency).length,
          ])
        const picked = choices[pick % Math.max(1, choices.length)]
        if (!picked) return
        const really = await search(choosing(requested, picked.filter, picked.value), { currency, size: 1 })
        expect(really.count).toBe(picked.count)
      }),
      { numRuns: 40 },
    )
  })

  test('has every vehicle that the other filters find in its price range and bars', async () => {
    await fc.assert(
      fc.asyncProperty(asking, currencies, async (filters, currency) => {
        const requested = inCurrency(filters, currency)
        const { price_range: range } = await search(requested, { currency, size: 1 })
        const prices = oracle.find({ ...requested, from: undefined, to: undefined }, currency).map(({ shown }) => shown)
        if (prices.length === 0) {
          expect(range).toBeNull()
          return
        }
        expect([range?.min, range?.max]).toEqual([Math.min(...prices), Math.max(...prices)])
        const bars = range?.bars ?? []
        expect(bars.length).toBeLessThanOrEqual(16)
        for (const [index, { from, to, count }] of bars.entries()) {
          const isLast = index === bars.length - 1
          expect(count).toBe(prices.filter((price) => price >= from && (price < to || (isLast && price === to))).length)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('names for an empty result exactly the filters whose removal finds something', async () => {
    const bare = { categories: [], brands: [], models: [], trims: [], types: [], company: [], fuel_type: [] }
    const more = { gearbox_type: [], trust_type: [], vehicle_capacity: [], properties: [] }
    const lists = { brands: { brands: [], models: [], trims: [] }, price: { from: undefined, to: undefined } }
    const dates = { start_date: undefined, end_date: undefined }
    const removals: Record<string, Partial<Requested>> = { ...lists, dates }
    for (const filter of [
      'types',
      'company',
      'fuel_type',
      'gearbox_type',
      'trust_type',
      'vehicle_capacity',
      'properties',
    ])
      removals[filter] = { [filter]: [] }
    for (const filter of ['load_capacity', 'seats', 'yearFrom', 'yearTo']) removals[filter] = { [filter]: undefined }
    let empty = 0
    await fc.assert(
      fc.asyncProperty(asking, currencies, async (filters, currency) => {
        const requested = inCurrency({ ...bare, ...more, ...filters, from: undefined, to: 1 }, currency)
        const { count, loosen } = await search(requested, { currency, size: 1 })
        expect(count).toBe(0)
        empty += 1
        const expected = Object.entries(removals)
          .map(([filter, without]) => ({ filter, count: withoutDatesPrice(requested, without, filter, currency) }))
          .filter(({ count }) => count > 0)
        expect(new Map(loosen.map(({ filter, count }) => [filter, count]))).toEqual(
          new Map(expected.map(({ filter, count }) => [filter, count])),
        )
      }),
      { numRuns: 30 },
    )
    expect(empty).toBeGreaterThan(0)
  })
})

/** The same filters without dates; prices are then those of a three days' rental. */
function withoutDatesPrice(requested: Requested, without: Partial<Requested>, filter: string, currency: 'IRT' | 'EUR') {
  if (filter === 'dates' && !requested.start_date) return 0
  return oracle.find({ ...requested, ...without }, currency).length
}

describe('prices as shown', () => {
  beforeAll(async () => {
    // Rates at which conversions round up and down, for companies in either currency.
    const ads = oracle.vehicles.filter(({ city }) => city === 'yazd' || city === 'cologne')
    expect(ads.length).toBeGreaterThan(20)
    for (const [index, { id, currency_id }] of ads.entries()) {
      const half = currency_id === CURRENCY_IDS.EUR ? 50 : Math.ceil(rate / 2)
      const whole = currency_id === CURRENCY_IDS.EUR ? 100 : rate
      const p30 = (10 + (index % 7)) * whole + half + (index % 3) - 1
      await db.updateTable('ad').set({ p30, p14: p30, p7: p30, p3: p30, p1: p30 }).where('id', '=', id).execute()
    }
  })

  test('are exact bounds: a vehicle is found from and to its shown price, and not beyond', async () => {
    const fresh = await adOracle(db, rate)
    for (const currency of ['IRT', 'EUR'] as const)
      for (const city of ['yazd', 'cologne']) {
        const body = { city } as Requested
        const all = await search(body, { currency })
        for (const price of new Set(notEmpty(all.results).map(({ price }) => price.per_day))) {
          const exactly = await search({ ...body, from: price, to: price }, { currency })
          expect(notEmpty(exactly.results).every((card) => card.price.per_day === price)).toBe(true)
          expect(exactly.count).toBe(all.results.filter((card) => card.price.per_day === price).length)
        }
        for (const { id, price } of notEmpty(all.results)) {
          const stored = fresh.vehicles.find((vehicle) => vehicle.id === id)
          const own = stored?.currency_id === CURRENCY_IDS.EUR ? 'EUR' : 'IRT'
          expect(price.per_day).toBe(convertUnit(stored?.p30 ?? 0, own, currency, rate))
        }
      }
  })
})
