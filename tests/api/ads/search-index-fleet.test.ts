import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDERINGS } from '#app/contract/ads.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { answerFrom } from '#app/db/search-index/find/answer.ts'
import { createPriceTables } from '#app/db/search-index/find/price-tables.ts'
import { emptyFleet, putListing, removeListing } from '#app/db/search-index/fleet/fleet.ts'
import type { Listing } from '#app/db/search-index/fleet/listing.ts'

const now = new Date('2026-11-30T00:00:00Z')
const listing = (facts: Pick<Listing, 'id' | 'score' | 'group'> & Partial<Listing>): Listing => ({
  ...{ city: 1, category: 2, company: { id: 7, isEuro: false, gap: 0 }, properties: [], picture: '' },
  traits: {
    ...{ brand_id: 1, model_id: 1, trim_id: null, type_id: 1, year: 2020, seats: 5, load_capacity: 2 },
    ...{ gearbox: 'MANUAL', fuel: 'PETROL', trust: 'CASH' },
  },
  details: {
    ...{ colour: 'white', guarantee_amount: 1, mileage_per_day: 1, fuel_rule: 'FULL_TO_FULL' },
    ...{ pinned: false, pinned_paid: false },
  },
  ...{ prices: [100, 100, 100, 100, 100], gap: null, pinnedPlace: null, ratingSum: 0, ratingCount: 0 },
  busy: { count: 0, numbers: new Int32Array() },
  ...facts,
})
const question: AdQuestion = {
  ...{ categories: [2], city: 1, times: null, handOvers: [], now, rental: { today: '2026-11-30', days: 1 } },
  ruleSets: { companies: new Map(), vehicles: new Map() },
  ...{ currency: 'IRT', rate: 50_000, from: undefined, to: undefined, bounds: {}, capacities: [], properties: [] },
  ...{ make: { brands: [], models: [], trims: [] }, modelsOf: [], trimsOf: [], types: [], companies: [] },
  codes: { trust_type: [], gearbox_type: [], fuel_type: [] },
  ...{ pinnedOnly: false, ordering: 'recommended', page: 1, size: 20 },
}

test('units of a group are found whichever of them leave', () => {
  const fleet = emptyFleet(now)
  const found = () => {
    const { rows } = answerFrom({ fleet, tables: createPriceTables() }, question, [])
    return rows.map(({ id, units }) => [id, units])
  }
  const put = (id: number, score: number) => putListing(fleet, listing({ id, score, group: 55 }))
  put(1, 10)
  put(2, 90)
  expect(found()).toEqual([[2, 2]])
  removeListing(fleet, 2)
  expect(found()).toEqual([[1, 1]])
  put(3, 5)
  put(4, 50)
  expect(found()).toEqual([[4, 3]])
  removeListing(fleet, 1)
  removeListing(fleet, 4)
  expect(found()).toEqual([[3, 1]])
  removeListing(fleet, 3)
  expect(found()).toEqual([])
})

test('many that are equal in what they are sorted by are in the order of their ids', () => {
  const facts = fc.record({
    // More than the lines of bits of the index can say, too.
    score: fc.constantFrom(0, 0, 0, 7, 1023, 1024, 5000),
    rating: fc.constantFrom([0, 0], [0, 0], [4, 1], [13, 3], [26, 6], [1300, 300], [1301, 300]),
    price: fc.constantFrom(100, 100, 200),
  })
  const [first] = fc.sample(fc.array(facts, { minLength: 4000, maxLength: 4000 }), { numRuns: 1, seed: 5 })
  const all = (first ?? []).map(({ score, rating: [sum = 0, count = 0], price }, at) =>
    listing({
      ...{ id: at < 3000 ? 9000 - at : 2 ** 24 + 9000 - at, group: at, score, ratingSum: sum, ratingCount: count },
      prices: [price, price, price, price, price],
    }),
  )
  const fleet = emptyFleet(now)
  for (const each of all) putListing(fleet, each)
  const known = { fleet, tables: createPriceTables() }
  const mean = ({ ratingSum, ratingCount }: Listing) => (ratingCount === 0 ? 0 : ratingSum / ratingCount)
  const keys: Record<AdQuestion['ordering'], (one: Listing) => [number, number]> = {
    recommended: ({ score }) => [0, -score],
    newest: ({ score }) => [0, -score],
    cheapest: ({ prices, score }) => [prices[0] as number, -score],
    priciest: ({ prices, score }) => [-(prices[0] as number), -score],
    rating: (one) => [-mean(one), -one.ratingCount],
  }
  for (const ordering of ORDERINGS) {
    const expected = all
      .map((one) => ({ id: one.id, key: keys[ordering](one) }))
      .sort((one, other) => one.key[0] - other.key[0] || one.key[1] - other.key[1] || one.id - other.id)
      .map(({ id }) => id)
    const answered: number[] = []
    for (let page = 1; page <= Math.ceil(all.length / 24); page++) {
      const { rows } = answerFrom(known, { ...question, ordering, page, size: 24 }, [])
      answered.push(...rows.map(({ id }) => id))
    }
    expect(answered, ordering).toEqual(expected)
  }
})
