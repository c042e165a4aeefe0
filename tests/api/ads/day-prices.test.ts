import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '#app/api/call/context.ts'
import type { FoundAds } from '#app/db/ad-search/search.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { type SearchIndex, startSearchIndex } from '#app/db/search-index/search-index.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn, instantOf } from '#app/rules/time/rental-time.ts'
import { testApi } from '../../support/api/api.ts'
import { refusal } from '../../support/api/refusal.ts'
import { dropPriceRules, priceRulesIn, storePriceRules } from '../../support/price-rules.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const PATH = '/api/business/rent/day_prices/'
const { db, url } = await testDatabase({ demo: true })
const now = new Date()
const ZONE = 'Asia/Tehran'
const today = dateIn(ZONE, now)
const site = await testApi({ db, now: now.toISOString() })
const { ads } = site.as({ language: 'en' })
let index: SearchIndex

beforeAll(async () => {
  await dropPriceRules(db)
  const companies = await db.selectFrom('company').select('id').where(sql<boolean>`id % 3 = 0`).execute()
  const rules = fc.sample(priceRulesIn(today, 80), { numRuns: companies.length, seed: 20_261_129 })
  for (const { id } of companies) await storePriceRules(db, { company: id, rules: rules.pop() ?? {} })
  await catalogueOf.again(db)
  index = await startSearchIndex({ db, url, now: () => now, log: () => {} })
  await index.caughtUp()
  answerFrom(index)
})
afterAll(() => index.stop())

/** Answers from memory, without what was kept of former answers. */
function answerFrom(search: Pick<SearchIndex, 'searchInMemory'>) {
  const asked: Parameters<SearchIndex['searchInMemory']>[0][] = []
  const searchInMemory: Deps['searchInMemory'] = (question) => {
    asked.push(question)
    return search.searchInMemory(question)
  }
  Object.assign(site.deps, { searchInMemory })
  return asked
}

const asking = fc.record({
  city: fc.constantFrom('kish', 'تهران', 'Istanbul', 'berlin', '1061'),
  category: fc.constantFrom(2, 5, undefined),
  currency: fc.constantFrom('IRT', 'EUR'),
  from: fc.integer({ min: 1, max: 300 }).map((days) => addDays(today, days)),
  length: fc.integer({ min: 1, max: 35 }),
})

test('each day has the price of the cheapest vehicle that a search finds for it', async () => {
  let priced = 0
  await fc.assert(
    fc.asyncProperty(asking, async (asked) => {
      const { results, currency } = await ads.dayPrices({ ...asked, days: 4 })
      expect([results.length, currency]).toEqual([4, asked.currency])
      for (const { date, per_day } of results) {
        const found = await ads.search({
          query: { currency: asked.currency, ordering: 'cheapest', size: 1 },
          body: {
            ...(asked.category && { categories: [asked.category] }),
            city: asked.city,
            ...{ start_date: date, end_date: addDays(date, asked.length) },
          },
        })
        expect(per_day, date).toBe(found.results[0]?.price.per_day ?? null)
        if (per_day !== null) priced += 1
      }
    }),
    { numRuns: 40 },
  )
  expect(priced).toBeGreaterThan(80)
}, 60_000)

test('a day has no price where none is free for the whole rental from that day on', async () => {
  const day = addDays(today, 20)
  await sql`update busy set status = 0 where ad_id in (select id from ad where city_id = 1061 and category = 5)`.execute(
    db,
  )
  await sql`insert into busy (ad_id, kind, status, start_at, end_at)
    select id, 'BLOCK', 2, ${instantOf(day, '16:00', ZONE)}::timestamptz, ${instantOf(day, '20:00', ZONE)}::timestamptz
    from ad where city_id = 1061 and category = 5`.execute(db)
  await index.caughtUp()
  answerFrom(index)
  const { results } = await ads.dayPrices({ city: 'kish', category: 5, from: addDays(today, 16), days: 8, length: 2 })
  const without = results.filter(({ per_day }) => per_day === null)
  expect(results.length).toBe(8)
  expect(without.map(({ date }) => date)).toEqual([addDays(today, 19), day])
})

test('days on which no rental can begin are left out: those that are past, and those too far ahead', async () => {
  const past = await ads.dayPrices({ city: 'kish', from: addDays(today, -5), days: 8 })
  expect(past.results.map(({ date }) => date).slice(-2)).toEqual([addDays(today, 1), addDays(today, 2)])
  expect(past.results.length).toBeLessThanOrEqual(3)
  const far = await ads.dayPrices({ city: 'kish', from: addDays(today, 360), days: 30 })
  expect(far.results.at(-1)?.date).toBe(addDays(today, 365))
  expect((await ads.dayPrices({ city: 'kish', from: '2019-01-01' })).results).toEqual([])
})

test('two months are answered in turns with others, and are kept for a moment', async () => {
  const asked = answerFrom({
    searchInMemory: (question) => {
      // Longer than others should wait.
      for (const began = performance.now(); performance.now() - began < 10; );
      return index.searchInMemory(question)
    },
  })
  let turns = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await nextTurn()
      turns += 1
    }
  })()
  const first = await ads.dayPrices({ city: 'kish', category: 2, from: addDays(today, 1) })
  isOver = true
  await others
  expect(first.count).toBe(62)
  expect(asked.length).toBe(62)
  expect(turns).toBeGreaterThanOrEqual(62)
  const later = await ads.dayPrices({ city: '1061', category: 2, from: addDays(today, 2), currency: 'eur' })
  expect(later.results.slice(0, 61)).toEqual(first.results.slice(1))
  expect(asked.length).toBe(63)
})

test('calendars leave two thirds of the time to others, however many are worked out', async () => {
  answerFrom({
    searchInMemory: (question) => {
      for (const began = performance.now(); performance.now() - began < 4; );
      return index.searchInMemory(question)
    },
  })
  const started = performance.now()
  const asked = ['tehran', 'berlin'].map((city) => ads.dayPrices({ city, from: addDays(today, 50), days: 20 }))
  for (const { count } of await Promise.all(asked)) expect(count).toBe(20)
  // Forty days of four milliseconds, in turns of two days and a pause of sixteen.
  expect(performance.now() - started).toBeGreaterThan(40 * 4 + 18 * 16)
  answerFrom(index)
})

test('a price that is kept is a minute old at most, however often it is asked for', async () => {
  const started = performance.now()
  const clock = vi.spyOn(performance, 'now')
  let price = 0
  answerFrom({ searchInMemory: async () => ({ rows: [{ shown: ++price }] }) as unknown as FoundAds })
  const priceAfter = async (seconds: number) => {
    clock.mockReturnValue(started + 1000 * seconds)
    const { results } = await ads.dayPrices({ city: 'kish', from: addDays(today, 30), days: 1 })
    return results[0]?.per_day
  }
  expect([await priceAfter(0), await priceAfter(40), await priceAfter(80)]).toEqual([1, 1, 2])
  clock.mockRestore()
  answerFrom(index)
})

test('whoever asks while many calendars are worked out gets no prices', async () => {
  const waiting: (() => void)[] = []
  answerFrom({ searchInMemory: () => new Promise((resolve) => waiting.push(() => resolve(null))) })
  const ask = (from: number) => ads.dayPrices({ city: 'kish', from: addDays(today, from), days: 1 })
  const first = [40, 41].map(ask)
  await expect.poll(() => waiting.length).toBe(1)
  expect((await ask(44)).results).toEqual([])
  expect(waiting.length).toBe(1)
  waiting[0]?.()
  // One after the other.
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]?.()
  await Promise.all(first)
  answerFrom(index)
})

test.each([
  ['an unknown city', { city: 'nowhere at all' }, { city: ['unknown_city'] }],
  ['no city', { city: '' }, { city: ['required'] }],
  ['a long text', { city: 'k'.repeat(201) }, { city: expect.anything() }],
  ['no date', { from: 'soon' }, { from: expect.anything() }],
  ['no day', { days: 0 }, { days: expect.anything() }],
  ['too many days', { days: 63 }, { days: expect.anything() }],
  ['a rental of no day', { length: 0 }, { length: expect.anything() }],
  ['too long a rental', { length: 91 }, { length: expect.anything() }],
])('%s is refused', async (_, wrong, fields) => {
  const refused = await refusal(ads.dayPrices({ city: 'kish', from: addDays(today, 1), ...wrong }))
  expect(refused).toMatchObject({ code: 'INVALID_FIELDS' })
  expect(Object.keys((refused.data as { fields: object }).fields)).toEqual(Object.keys(fields))
})

test('an unknown category has no vehicles', async () => {
  const { results } = await ads.dayPrices({ city: 'kish', category: 77, from: addDays(today, 1), days: 2 })
  expect(results.map(({ per_day }) => per_day)).toEqual([null, null])
})

test('nothing is said, and nothing kept, while memory is not current or there is none', async () => {
  const address = `${PATH}?city=kish&from=${addDays(today, 3)}&days=3`
  const known = await site.fetch(address)
  expect(known.headers.get('cache-control')).toMatch(/^public/)
  expect(await known.json()).toMatchObject({ count: 3, currency: 'IRT' })
  for (const searchInMemory of [async () => null, undefined]) {
    Object.assign(site.deps, { searchInMemory })
    const unknown = await site.fetch(address)
    expect(unknown.headers.get('cache-control')).toBe('no-store')
    expect(await unknown.json()).toMatchObject({ count: 0, results: [] })
  }
  answerFrom(index)
  expect(await (await site.fetch(address)).json()).toMatchObject({ count: 3 })
})
