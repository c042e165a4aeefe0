import { beforeAll, describe, expect, test } from 'vitest'
import { catalogueOf } from '#app/db/catalogue.ts'
import { CURRENCY_IDS, LANGUAGES, type Language } from '#app/rules/constants.ts'
import { pageCount } from '#app/rules/search/pagination.ts'
import { testApi } from '../../support/api/api.ts'
import { rejectedWith } from '../../support/browser/steps/rejected.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { dropPriceRules } from '../../support/price-rules.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
const site = await testApi({ db, now: new Date().toISOString() })
const { ads } = site.as({ language: 'en' })
const dayAfter = (days: number) => new Date(site.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const trip = { start_date: dayAfter(20), end_date: dayAfter(25) }
type Body = Parameters<typeof ads.search>[0]['body']
const search = (body: Body, query = {}) => ads.search({ query, body })

describe('the filters of an address', () => {
  test('accept a city as an id, a slug, or a name in any language and spelling', async () => {
    const spellings = [1061, '1061', 'kish', 'Kish', 'KISH', 'کیش', 'كيش', '۱۰۶۱', 'Kiş', 'KİŞ', 'Kisch', { id: 1061 }]
    for (const city of spellings) expect((await search({ city })).city).toMatchObject({ id: 1061, name: 'Kish' })
  })

  test('report an unknown city at its field', async () => {
    expect(await rejectedWith(search({ city: 'Atlantis' }))).toEqual({
      code: 'INVALID_FIELDS',
      fields: { city: ['unknown_city'] },
    })
  })

  test('find vehicles everywhere without a city', async () => {
    const { count, city } = await search({})
    const { total } = await db
      .selectFrom('ad')
      .where('status', '=', 1)
      .select((eb) => eb.fn.count<number>('unit_group').distinct().as('total'))
      .executeTakeFirstOrThrow()
    expect([count, city]).toEqual([total, null])
  })

  test('ignore unknown values and repeated or empty parameters', async () => {
    const plain = await search({ city: 'kish', categories: [2] })
    const odd = await search({
      city: 'kish',
      categories: ['2', 2, 'x', 1100],
      brands: ['no-such-brand', ''],
      models: 'nothing/at-all',
      fuel_type: 'WATER',
      trust_type: ['PROMISE'],
      properties: ['wings'],
      company: ['999999', 'abc'],
      seats: 'many',
      yearFrom: '',
      vehicle_capacity: ['crowd'],
      // Other parameters that an address may have.
      utm_source: 'letter',
    } as Body)
    expect(odd.count).toBe(plain.count)
    expect(odd.facets.flatMap(({ choices }) => choices).filter(({ chosen }) => chosen)).toEqual([])
  })

  test('treat one value like a list of one', async () => {
    const one = await search({ city: 'kish', types: 'suv', fuel_type: 'PETROL' } as Body)
    const list = await search({ city: 'kish', types: ['suv'], fuel_type: ['PETROL'] })
    expect(one.count).toBe(list.count)
    expect(one.count).toBeGreaterThan(0)
  })

  test('report a lowest price above the highest at the second field', async () => {
    const fieldError = { code: 'INVALID_FIELDS', fields: { to: ['price_range'] } }
    expect(await rejectedWith(search({ from: 5000, to: 4000 }))).toEqual(fieldError)
  })

  test('show the last page for a page beyond it, and the first for page 0', async () => {
    const last = await search({ city: 'kish' }, { page: 9999 })
    expect(last).toMatchObject({ next: null, previous: expect.stringContaining('page=') })
    expect(last.results.length).toBe(last.count - 24 * (pageCount(last.count) - 1))
    expect((await search({ city: 'kish' }, { page: 1e15 })).results).toEqual(last.results)
    const first = await search({ city: 'kish' }, {})
    expect(first).toMatchObject({ next: expect.stringContaining('page=2'), previous: null })
    expect((await search({ city: 'kish' }, { page: 0 })).results).toEqual(first.results)
    expect((await search({ city: 'kish' }, { page: 'first' })).results).toEqual(first.results)
    const none = await search({ city: 'kish', from: 99_000_000 }, { page: 5 })
    expect(none).toMatchObject({ count: 0, next: null, previous: null, results: [] })
  })

  test('find every vehicle once over all pages', async () => {
    const first = await search({ city: 'kish' }, { ordering: 'rating' })
    const ids = first.results.map(({ id }) => id)
    for (let page = 2; page <= pageCount(first.count); page += 1)
      ids.push(...(await search({ city: 'kish' }, { ordering: 'rating', page })).results.map(({ id }) => id))
    expect(new Set(ids).size).toBe(first.count)
    expect(ids.length).toBe(first.count)
  })

  test('say with each vehicle what people compare beside its price', async () => {
    const { results } = await search({ city: 'kish' })
    for (const { id, terms } of results.slice(0, 3)) {
      const { company, mileage_per_day, places, fuel_rule, excess } = await ads.read({ id })
      const { free_until_hours, confirmation } = company
      expect(terms).toEqual({
        ...{ city: 'Kish', place: places[0]?.name, mileage_per_day, free_until_hours, confirmation },
        ...{ fuel_rule, excess: excess.basic },
      })
    }
  })

  test('give the same answer over HTTP, in the language of the header', async () => {
    const answer = await site.fetch('/api/business/rent/ad/search/?currency=6&size=3&ordering=cheapest', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en-US,en;q=0.8' },
      body: JSON.stringify({ city: 'kish', categories: [2] }),
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(
      await search({ city: 'kish', categories: [2] }, { currency: '6', size: 3, ordering: 'cheapest' }),
    )
  })
})

describe('dates', () => {
  test('count only as a pair: one alone is ignored', async () => {
    expect(await search({ start_date: trip.start_date })).toMatchObject({ days: null })
  })

  test('give prices for exactly the requested days, in the tier of their number', async () => {
    await dropPriceRules(db)
    await catalogueOf.again(db)
    const { days, results } = await search({ city: 'kish', ...trip, end_time: '11:30' }, { currency: 'IRT' })
    expect(days).toBe(6)
    for (const { id, price } of notEmpty(results)) {
      const { p3 } = await db.selectFrom('ad').select('p3').where('id', '=', id).executeTakeFirstOrThrow()
      expect(price).toEqual({ per_day: p3, days: 6, total: p3 * 6, currency: 'IRT' })
    }
  })

  test('of a month are 30 days from its first, in the tier of 30 and more', async () => {
    const { days, results } = await search(
      { city: 'kish', start_date: trip.start_date, monthly: true },
      { currency: 'IRT' },
    )
    expect(days).toBe(30)
    const [first] = results
    const { p30 } = await db
      .selectFrom('ad')
      .select('p30')
      .where('id', '=', first?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(first?.price).toMatchObject({ per_day: p30, total: 30 * p30 })
  })

  test('in the past or reversed are errors of their fields', async () => {
    const past = search({ city: 'kish', start_date: dayAfter(-3), end_date: dayAfter(2) })
    expect(await rejectedWith(past)).toEqual({ code: 'INVALID_FIELDS', fields: { start_date: ['past'] } })
    const reversed = search({ city: 'kish', start_date: trip.end_date, end_date: trip.start_date })
    const never = search({ city: 'kish', start_date: '9999-12-31', monthly: true })
    expect(await rejectedWith(never)).toEqual({ code: 'INVALID_FIELDS', fields: { end_date: ['date'] } })
    const ages = search({ city: 'kish', start_date: trip.start_date, end_date: dayAfter(800) })
    expect(await rejectedWith(ages)).toEqual({ code: 'INVALID_FIELDS', fields: { end_date: ['too_long'] } })
    expect(await rejectedWith(reversed)).toEqual({
      code: 'INVALID_FIELDS',
      fields: { end_date: ['return_before_pickup'] },
    })
  })
})

describe('a vehicle is free', () => {
  const from = (hours: number) => new Date(Date.parse(`${trip.start_date}T06:30:00Z`) + hours * 3_600_000)
  let ad = 0
  const isFound = async () => {
    const { results } = await search({ city: 'yazd', ...trip }, { size: 100 })
    const { available } = await ads.read({ id: ad, ...trip })
    const found = results.some(({ id }) => id === ad)
    expect(available).toBe(found)
    return found
  }
  const take = (hours: { start: number; end: number; hold?: Date }) =>
    db
      .insertInto('busy')
      .values({
        ad_id: ad,
        kind: 'RESERVATION',
        status: hours.hold ? 1 : 2,
        hold_until: hours.hold ?? null,
        start_at: from(hours.start),
        end_at: from(hours.end),
      })
      .execute()

  beforeAll(async () => {
    const row = await db
      .selectFrom('ad')
      .innerJoin('city', 'city.id', 'ad.city_id')
      .select(['ad.id', 'ad.company_id'])
      .where('city.slug', '=', 'yazd')
      .executeTakeFirstOrThrow()
    ad = row.id
    await db.updateTable('company').set({ turnaround_minutes: 60 }).where('id', '=', row.company_id).execute()
  })
  const clear = () => db.deleteFrom('busy').where('ad_id', '=', ad).execute()

  test('without reservations and blocks', async () => {
    await clear()
    expect(await isFound()).toBe(true)
  })

  test('if a rental ends before or begins after the requested time', async () => {
    await clear()
    await take({ start: -48, end: 0 })
    await take({ start: 5 * 24 + 1, end: 200 })
    expect(await isFound()).toBe(true)
  })

  test('but not if a rental is within that time', async () => {
    await clear()
    await take({ start: 24, end: 30 })
    expect(await isFound()).toBe(false)
  })

  test('but not if a rental begins within the gap after the return', async () => {
    await clear()
    await take({ start: 5 * 24 + 0.5, end: 200 })
    expect(await isFound()).toBe(false)
  })

  test('but not while a hold lasts', async () => {
    await clear()
    const now = site.clock.now().getTime()
    await take({ start: 24, end: 30, hold: new Date(now + 60_000) })
    expect(await isFound()).toBe(false)
    await db
      .updateTable('busy')
      .set({ hold_until: new Date(now - 1) })
      .where('ad_id', '=', ad)
      .execute()
    expect(await isFound()).toBe(true)
  })

  test('in ranges of local time, with the gap before the next rental', async () => {
    await clear()
    await take({ start: 0, end: 5 * 24 })
    const { zone, results } = await ads.availableRanges({ id: ad, from: dayAfter(18), days: 10 })
    expect(zone).toBe('Asia/Tehran')
    expect(results).toEqual([
      { start: `${dayAfter(18)}T00:00`, end: `${trip.start_date}T09:00` },
      { start: `${trip.end_date}T10:00`, end: `${dayAfter(28)}T00:00` },
    ])
  })

  test('in ranges that never begin in the past', async () => {
    await clear()
    const { results } = await ads.availableRanges({ id: ad, from: dayAfter(-30), days: 2 })
    expect(results.length).toBe(1)
    expect(Date.parse(`${results[0]?.start}:00+03:30`)).toBeGreaterThan(site.clock.now().getTime() - 60_000)
  })
})

describe('sorting', () => {
  const values = {
    cheapest: (vehicle: FoundVehicle) => vehicle.price.per_day,
    priciest: (vehicle: FoundVehicle) => -vehicle.price.per_day,
    newest: (vehicle: FoundVehicle) => -vehicle.year,
    rating: (vehicle: FoundVehicle) => -(vehicle.rating.score ?? 0),
  }
  type FoundVehicle = Awaited<ReturnType<typeof search>>['results'][number]

  test.each(Object.entries(values))('by %s is in that order', async (ordering, value) => {
    const { results } = await search({ city: 'tehran', ...trip }, { ordering, size: 100 })
    const sorted = results.map(value)
    expect(sorted.length).toBeGreaterThan(20)
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))
  })

  test('by recommendation starts with the pinned vehicles, which are the whole featured list', async () => {
    const { results } = await search({ city: 'tehran' }, { size: 100 })
    const pinned = results.filter((card) => card.pinned)
    expect(pinned.length).toBeGreaterThan(0)
    expect(results.slice(0, pinned.length)).toEqual(pinned)
    expect((await ads.pinned({ query: { size: 100 }, body: { city: 'tehran' } })).results).toEqual(pinned)
  })

  test('by recommendation without a city is not filled with the vehicles that are pinned in each', async () => {
    const { results } = await search({}, { size: 24 })
    expect(results.filter((card) => card.pinned).length).toBeLessThan(12)
  })
})

describe('facets', () => {
  const facet = (page: Awaited<ReturnType<typeof search>>, filter: string) =>
    page.facets.find((one) => one.filter === filter)?.choices ?? []

  test('list models only of chosen brands, and trims only of chosen models', async () => {
    const bare = await search({ city: 'tehran' })
    expect([facet(bare, 'models'), facet(bare, 'trims')]).toEqual([[], []])
    const brand = facet(bare, 'brands')[0]?.value ?? ''
    const models = facet(await search({ city: 'tehran', brands: [brand] }), 'models')
    expect(models.length).toBeGreaterThan(0)
    expect(models.every(({ value }) => value.startsWith(`${brand}/`))).toBe(true)
  })

  test('list a chosen value even if no vehicle has it', async () => {
    const page = await search({
      city: 'kish',
      categories: [5],
      types: ['van'],
      brands: ['toyota'],
      fuel_type: ['ELECTRIC'],
    })
    expect(page.count).toBe(0)
    for (const [filter, value] of [
      ['types', 'van'],
      ['brands', 'toyota'],
      ['fuel_type', 'ELECTRIC'],
    ] as const)
      expect(facet(page, filter)).toContainEqual(expect.objectContaining({ value, chosen: true }))
  })

  test('name a company by its number and name', async () => {
    const choices = facet(await search({ city: 'kish' }), 'company')
    for (const { value, name } of notEmpty(choices)) expect(name).toMatch(new RegExp(`^${Number(value) + 1000} · \\S`))
  })

  test.each(LANGUAGES)('have a text for every word (%s)', async (language) => {
    const { facets, results } = await site.as({ language }).ads.search({ query: {}, body: { brands: ['toyota'] } })
    for (const { name } of notEmpty(facets.flatMap(({ choices }) => choices)))
      expect(name).not.toMatch(/^[a-z_]+\.[A-Za-z_]+$|^$/)
    for (const card of notEmpty(results)) expect(card.colour).not.toMatch(/^[a-z]+$/)
  })
})

describe('one vehicle', () => {
  test('is in the requested language and currency', async () => {
    const [first] = (await search({ city: 'kish', brands: ['toyota'] })).results
    const id = first?.id ?? 0
    const persian = await site.as({ language: 'fa' }).ads.read({ id })
    const german = await site.as({ language: 'de' }).ads.read({ id })
    expect(persian).toMatchObject({
      brand: 'تویوتا',
      city: { name: 'کیش', country: 'ایران' },
      price: { currency: 'IRT' },
    })
    expect(german).toMatchObject({
      brand: 'Toyota',
      city: { name: 'Kish', country: 'Iran' },
      price: { currency: 'EUR' },
    })
    expect(persian.company.name).not.toBe(german.company.name)
    expect(persian.tiers.map(({ from_days, to_days }) => [from_days, to_days])).toEqual([
      [1, 2],
      [3, 6],
      [7, 13],
      [14, 29],
      [30, null],
    ])
    expect(persian.places.every(({ city }) => city.id === 1061)).toBe(true)
    expect(persian.price.per_day).toBe(persian.tiers.find((tier) => tier.from_days === 3)?.per_day)
  })

  test('has the same price on its page as in the list', async () => {
    const { results } = await search({ city: 'istanbul', ...trip }, { currency: 'IRT', size: 10 })
    expect(results.length).toBe(10)
    for (const card of results) {
      const detail = await ads.read({ id: card.id, currency: 'IRT', ...trip })
      expect(detail.price).toEqual(card.price)
      expect(detail).toMatchObject({ title: card.title, guarantee_amount: card.guarantee_amount, available: true })
    }
  })

  test('that does not exist or is no longer offered is not found', async () => {
    expect(await rejectedWith(ads.read({ id: 99_999_999 }))).toMatchObject({ code: 'NOT_FOUND' })
    await db.updateTable('ad').set({ status: 0 }).where('id', '=', 7).execute()
    for (const call of [ads.read, ads.availableRanges, ads.comments])
      expect(await rejectedWith(call({ id: 7 }))).toEqual({ code: 'NOT_FOUND' })
  })

  test('of a company newer than the cached catalogue has its company’s name', async () => {
    const known = await search({ city: 'kish' })
    const id = known.results[0]?.id ?? 0
    const company = await db
      .insertInto('company')
      .columns(['slug', 'name', 'about', 'city_id', 'currency_id', 'phone', 'prepayment_percent', 'confirmation'])
      .values({
        slug: 'brand-new',
        name: JSON.stringify({ en: 'Brand New' }),
        about: JSON.stringify({ en: 'New' }),
        city_id: 1061,
        currency_id: CURRENCY_IDS.IRT,
        phone: '+987640000000',
        prepayment_percent: 20,
        confirmation: 'AT_ONCE',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('ad').set({ company_id: company.id }).where('id', '=', id).execute()
    const { results } = await search({ city: 'kish' })
    expect(results.find((card) => card.id === id)?.company).toEqual({
      id: company.id,
      name: 'Brand New',
      verified: false,
    })
  })
})

describe('comments', () => {
  test('are shown once approved, newest first, page by page', async () => {
    const comment = (day: number, approved: boolean) => ({
      ad_id: 2,
      author: `Guest ${day}`,
      language: 'en' as const,
      body: 'A good car.',
      score: 5,
      approved,
      created_at: `2026-01-0${day}T10:00:00Z`,
    })
    await db.deleteFrom('ad_comment').where('ad_id', '=', 2).execute()
    await db
      .insertInto('ad_comment')
      .values([comment(1, true), comment(2, false), comment(3, true), comment(4, true)])
      .execute()
    const page = await ads.comments({ id: 2, size: 2 })
    expect(page).toMatchObject({ count: 3, next: expect.stringContaining('page=2'), previous: null })
    expect(page.marks[4]).toBeGreaterThanOrEqual(3)
    expect(page.results.map(({ author }) => author)).toEqual(['Guest 4', 'Guest 3'])
    expect((await ads.comments({ id: 2, size: 2, page: 7 })).results.map(({ author }) => author)).toEqual(['Guest 1'])
  })

  test('in the reader’s language come first, then the others, each newest first', async () => {
    const comment = (day: number, language: 'fa' | 'en' | 'de') => ({
      ...{ ad_id: 2, author: `${language} ${day}`, language, body: 'x', score: null, approved: true },
      created_at: new Date(Date.UTC(2026, 9, day)),
    })
    await db.deleteFrom('ad_comment').where('ad_id', '=', 2).execute()
    await db
      .insertInto('ad_comment')
      .values([comment(1, 'de'), comment(2, 'fa'), comment(3, 'de'), comment(4, 'en')])
      .execute()
    const authors = async (language: Language) =>
      (await site.as({ language }).ads.comments({ id: 2 })).results.map(({ author }) => author)
    expect(await authors('de')).toEqual(['de 3', 'de 1', 'en 4', 'fa 2'])
    expect(await authors('fa')).toEqual(['fa 2', 'en 4', 'de 3', 'de 1'])
    expect(await authors('tr')).toEqual(['en 4', 'de 3', 'fa 2', 'de 1'])
  })
})
