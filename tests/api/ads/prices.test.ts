import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf } from '#app/db/catalogue.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { totalOf } from '#app/rules/money/price.ts'
import { adOracle } from '../../support/api/ad-oracle.ts'
import { testApi } from '../../support/api/api.ts'
import { DRIVER } from '../../support/api/fleet.ts'
import { refusal } from '../../support/api/refusal.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { dropPriceRules, priceRulesIn, storePriceRules } from '../../support/price-rules.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const now = new Date()
const site = await testApi({ db, now: now.toISOString() })
const dayAfter = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
const { irt_per_unit: rate } = await db
  .selectFrom('currency')
  .select('irt_per_unit')
  .where('id', '=', CURRENCY_IDS.EUR)
  .executeTakeFirstOrThrow()
const fleet = await db.selectFrom('ad').select(['id', 'company_id', 'city_id']).where('status', '=', 1).execute()
const companies = [...new Set(fleet.map(({ company_id }) => company_id))]

/** The same seed gives the same rules: to most companies, and to a third of their vehicles. */
async function drawRules(seed: number) {
  await dropPriceRules(db)
  const draws = fc.sample(priceRulesIn(dayAfter(0), 90), { numRuns: 400, seed })
  const next = () => draws.pop() ?? {}
  for (const company of companies.filter((id) => id % 5 !== 0)) await storePriceRules(db, { company, rules: next() })
  for (const { id, company_id } of fleet.filter((ad) => ad.id % 7 === 0).slice(0, 300))
    await storePriceRules(db, { company: company_id, ad: id, rules: next() })
  await catalogueOf.again(db)
}

const asking = fc.record({
  city: fc.constantFrom('kish', 'tehran', 'istanbul', 'berlin', undefined),
  dates: fc.option(fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 35 })), { nil: undefined }),
  currency: fc.constantFrom('IRT' as const, 'EUR' as const),
})
const body = ({ city, dates }: { city?: string; dates?: [number, number] }) => ({
  city,
  ...(dates && { start_date: dayAfter(dates[0]), end_date: dayAfter(dates[0] + dates[1]) }),
})
const NO_FILTERS = {
  ...{ categories: [], brands: [], models: [], trims: [], types: [], company: [], fuel_type: [] },
  ...{ gearbox_type: [], trust_type: [], vehicle_capacity: [], properties: [] },
}

describe('with price rules of companies and vehicles', () => {
  beforeAll(() => drawRules(20_261_122), 60_000)

  test('the search finds what can be booked, at the prices of the rules, cheapest first', async () => {
    const oracle = await adOracle(db, rate, now)
    await fc.assert(
      fc.asyncProperty(asking, async ({ currency, ...asked }) => {
        const expected = oracle.find({ ...NO_FILTERS, ...body(asked) }, currency)
        const query = { currency, ordering: 'cheapest' as const, size: 100 }
        const found = await site.as({ language: 'en' }).ads.search({ query, body: body(asked) })
        expect(found.count).toBe(expected.length)
        const prices = new Map(expected.map(({ id, shown, total }) => [id, [shown, total]]))
        for (const { id, price } of found.results)
          expect([id, price.per_day, price.total]).toEqual([id, ...(prices.get(id) ?? [])])
        const cheapest = expected.map(({ shown }) => shown).sort((one, other) => one - other)
        expect(found.results.map(({ price }) => price.per_day)).toEqual(cheapest.slice(0, 100))
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('a price filter finds the vehicles with shown prices within it', async () => {
    await fc.assert(
      fc.asyncProperty(asking, fc.nat(), async ({ currency, ...asked }, pick) => {
        const ask = (bounds = {}) =>
          site
            .as({ language: 'en' })
            .ads.search({ query: { currency, size: 100 }, body: { ...body(asked), ...bounds } })
        const { results } = await ask()
        const price = results[pick % Math.max(1, results.length)]?.price.per_day
        if (price === undefined) return
        const exactly = await ask({ from: price, to: price })
        expect(exactly.results.every((ad) => ad.price.per_day === price)).toBe(true)
        expect(exactly.results.length).toBeGreaterThan(0)
      }),
      { numRuns: 20 },
    )
  }, 60_000)

  test("the search's price is that of the vehicle's page and of the bill", async () => {
    let billed = 0
    const dated = asking.filter(({ dates }) => dates !== undefined)
    await fc.assert(
      fc.asyncProperty(dated, fc.nat(), async ({ currency, ...asked }, pick) => {
        const api = site.as({ language: 'en' })
        const time = { start_time: '10:00', end_time: '10:00' }
        const { results } = await api.ads.search({ query: { currency, size: 100 }, body: body(asked) })
        const card = results[pick % Math.max(1, results.length)]
        const { start_date, end_date } = body(asked)
        if (!card || !start_date || !end_date) return
        const page = await api.ads.read({ id: card.id, currency, start_date, end_date, ...time })
        expect(page.price).toEqual(card.price)
        const bill = await api.reservations
          .price({ id: card.id, currency, start_date, end_date, ...time })
          .catch((error) => expect(JSON.stringify(error)).toContain('outside_hours'))
        if (!bill) return
        billed += 1
        expect(totalOf(bill.lines.filter(({ kind }) => kind === 'rent'))).toBe(card.price.total)
      }),
      { numRuns: 40 },
    )
    expect(billed).toBeGreaterThan(20)
  }, 60_000)

  test('the price without dates is the same in lists, on the page and among favourites', async () => {
    const api = site.as({ language: 'en' })
    const { results } = await api.ads.search({ query: { currency: 'EUR', size: 50 }, body: { city: 'tehran' } })
    const { results: several } = await api.ads.several({ ids: results.map(({ id }) => id), currency: 'EUR' })
    expect(several.map(({ id, price }) => [id, price])).toEqual(results.map(({ id, price }) => [id, price]))
    for (const card of notEmpty(results.slice(0, 10)))
      expect((await api.ads.read({ id: card.id, currency: 'EUR' })).price).toEqual(card.price)
  })
})

describe('a vehicle with rules', () => {
  const [ad] = fleet.filter(({ city_id, id }) => city_id === 1061 && id % 2 === 0)
  if (!ad) throw new Error('the demonstration has no car in Kish')
  const ours = { city: 'kish', company: [ad.company_id] }
  const time = { start_time: '10:00', end_time: '10:00' }
  const fieldErrors = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
  const rentalAfter = (start: number, days: number) => ({
    start_date: dayAfter(start),
    end_date: dayAfter(start + days),
  })
  const set = async (rules: Parameters<typeof storePriceRules>[1]['rules']) => {
    await dropPriceRules(db)
    await storePriceRules(db, { company: ad.company_id, ad: ad.id, rules })
    await catalogueOf.again(db)
  }
  const isFound = async (rental: ReturnType<typeof rentalAfter>) => {
    const { results } = await site.as().ads.search({ query: { size: 100 }, body: { ...ours, ...rental } })
    return results.some(({ id }) => id === ad.id)
  }

  beforeAll(() => db.deleteFrom('busy').where('ad_id', '=', ad.id).execute())

  test('is not found or priced for a rental that is too short or too long for it', async () => {
    await set({ min_days: 4, max_days: 6 })
    const found = await Promise.all([3, 4, 6, 7].map((days) => isFound(rentalAfter(9, days))))
    expect(found).toEqual([false, true, true, false])
    const price = (days: number) => site.as().reservations.price({ id: ad.id, ...rentalAfter(9, days), ...time })
    expect(await fieldErrors(price(3))).toEqual({ end_date: ['rental_too_short'] })
    expect(await fieldErrors(price(7))).toEqual({ end_date: ['rental_too_long'] })
    expect(await refusal(price(3))).toMatchObject({ data: { values: { end_date: { days: 4 } } } })
  })

  test('is not found or priced within its minimum notice', async () => {
    await set({ lead_hours: 120 })
    expect(await isFound(rentalAfter(4, 3))).toBe(false)
    expect(await isFound(rentalAfter(7, 3))).toBe(true)
    const soon = site.as().reservations.price({ id: ad.id, ...rentalAfter(4, 3), ...time })
    expect(await fieldErrors(soon)).toEqual({ start_date: ['lead_time'] })
  })

  test('cannot be reserved against its rules, and all errors are reported', async () => {
    await set({ min_days: 4, lead_hours: 240 })
    const call = site.as().reservations.reserve({ ...DRIVER, id: ad.id, ...rentalAfter(4, 3), ...time })
    expect(await fieldErrors(call)).toMatchObject({ end_date: ['rental_too_short'], start_date: ['lead_time'] })
  })

  test('has a line in the bill for each price per day', async () => {
    const starts_on = dayAfter(12)
    await set({ seasons: [{ name: 'Feast', starts_on, ends_on: dayAfter(20), percent: 25, min_days: null }] })
    const { lines } = await site.as().reservations.price({ id: ad.id, ...rentalAfter(9, 5), ...time })
    expect(lines.filter(({ kind }) => kind === 'rent').map(({ days }) => days)).toEqual([3, 2])
  })
})
