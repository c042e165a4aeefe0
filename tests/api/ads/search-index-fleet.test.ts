import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDERINGS } from '#app/contract/ads.ts'
import type { AdQuestion } from '#app/db/ad-search/question.ts'
import { answerFrom } from '#app/db/search-index/find/answer.ts'
import { createPriceTables } from '#app/db/search-index/find/price-tables.ts'
import { emptyFleet, endFilling, putListing, removeListing } from '#app/db/search-index/fleet/fleet.ts'
import type { Listing } from '#app/db/search-index/fleet/listing.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { listing, now, question } from '../../support/search/usual-listing.ts'

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

test('vehicles are counted by company and by year, also where companies are far more than all other values', () => {
  for (const companies of [3, 700]) {
    const all = Array.from({ length: 4000 }, (_, at) => {
      const { traits } = listing({ id: 1, score: 0, group: 1 })
      return listing({
        ...{ id: at + 1, score: at % 900, group: at },
        company: { id: 1 + ((at * 7 + (at % 3)) % companies), isEuro: false, gap: 0 },
        traits: { ...traits, year: 2015 + (at % 7) },
      })
    })
    const fleet = emptyFleet(now)
    for (const each of all) putListing(fleet, each)
    const { counts } = answerFrom({ fleet, tables: createPriceTables() }, question, [])
    const countsBy = (keyOf: (one: Listing) => number) =>
      new Map(Object.entries(Object.groupBy(all, keyOf)).map(([key, ones]) => [key, ones?.length]))
    expect(counts.get('company')).toEqual(countsBy(({ company }) => company.id))
    expect(counts.get('yearFrom')).toEqual(countsBy(({ traits }) => traits.year))
  }
})

test('those are found that are free for the whole of any time and their gap after it, whatever changes', () => {
  const minute = fc
    .integer({ min: 0, max: 3 * 1440 })
    .chain((at) => fc.constantFrom(at, at - (at % 30), at - (at % 360)))
  const minutes = fc.uniqueArray(minute, { minLength: 0, maxLength: 8 })
  // In pairs, so that none overlap, and some touch.
  const ranges = minutes.map((all) => all.toSorted((one, other) => one - other).slice(0, all.length & ~1))
  const vehicle = fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    ranges: fc.option(ranges, { freq: 5 }),
    gap: fc.constantFrom(null, 0, 30, 360, 1500),
  })
  const time = fc
    .tuple(minute, fc.integer({ min: 1, max: 2 * 1440 }))
    .map(([start, lasts]) => ({ start, end: start + lasts }))
  const first = now.getTime() / MINUTE_MS
  const changes = fc.array(vehicle, { minLength: 40, maxLength: 120 })
  fc.assert(
    fc.property(changes, fc.array(time, { minLength: 10, maxLength: 10 }), fc.nat(60), (changes, times, filled) => {
      const fleet = emptyFleet(now, [])
      const put = new Map<number, { ranges: number[]; gap: number }>()
      for (const [at, { id, ranges, gap }] of changes.entries()) {
        if (at === Math.min(filled, changes.length - 1)) for (const _ of endFilling(fleet));
        if (ranges === null) {
          removeListing(fleet, id)
          put.delete(id)
          continue
        }
        const busy = { ranges: ranges.map((at) => first + at), holds: [] }
        putListing(fleet, listing({ id, score: 0, group: id, gap, busy, company: { id: 7, isEuro: false, gap: 90 } }))
        put.set(id, { ranges, gap: gap ?? 90 })
      }
      for (const { start, end } of times) {
        const isFree = ({ ranges, gap }: { ranges: number[]; gap: number }) =>
          ranges.every(
            (_, at) => at % 2 === 1 || (ranges[at] as number) >= end + gap || (ranges[at + 1] as number) <= start,
          )
        const asked = {
          city: 1,
          start: new Date((first + start) * MINUTE_MS),
          end: new Date((first + end) * MINUTE_MS),
        }
        const { rows } = answerFrom(
          { fleet, tables: createPriceTables() },
          { ...question, size: 40, times: [asked] },
          [],
        )
        const expected = [...put].filter(([, one]) => isFree(one)).map(([id]) => id)
        expect(rows.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
          expected.toSorted((one, other) => one - other),
        )
      }
    }),
    { numRuns: 150 },
  )
})
