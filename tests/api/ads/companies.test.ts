import { describe, expect, test } from 'vitest'
import { pageCount } from '#app/rules/search/pagination.ts'
import { testApi } from '../../support/api/api.ts'
import { rejectedWith } from '../../support/browser/steps/rejected.ts'
import { notEmpty } from '../../support/not-empty.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase({ demo: true })
await db.updateTable('ad').set({ status: 0 }).where('id', 'in', [1, 2, 100]).execute()
const site = await testApi({ db })
const { companies } = site.as({ language: 'en' })

describe('the list of companies', () => {
  test('has every company once over its pages, verified ones first', async () => {
    const first = await companies.list({ size: 20 })
    const found = [...first.results]
    for (let page = 2; page <= pageCount(first.count, 20); page += 1)
      found.push(...(await companies.list({ size: 20, page })).results)
    expect(new Set(found.map(({ id }) => id)).size).toBe(first.count)
    expect(first.count).toBeGreaterThanOrEqual(40)
    const verified = found.map(({ verified }) => verified)
    expect(verified).toEqual(verified.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('in a city has those with a place there', async () => {
    const { results } = await companies.list({ city: 'کیش', size: 100 })
    const served = await db.selectFrom('place').select('company_id').distinct().where('city_id', '=', 1061).execute()
    expect(results.map(({ id }) => id).toSorted()).toEqual(served.map(({ company_id }) => company_id).toSorted())
    expect(results.length).toBeGreaterThan(0)
  })

  test('in an unknown city is an error of its field', async () => {
    const fieldError = { code: 'INVALID_FIELDS', fields: { city: ['unknown_city'] } }
    expect(await rejectedWith(companies.list({ city: 'Atlantis' }))).toEqual(fieldError)
  })

  test('counts only vehicles on offer', async () => {
    const { results } = await companies.list({ size: 100 })
    for (const { id, ads } of notEmpty(results)) {
      const offered = await db
        .selectFrom('ad')
        .select('unit_group')
        .distinct()
        .where('company_id', '=', id)
        .where('status', '=', 1)
        .execute()
      expect([id, ads]).toEqual([id, offered.length])
    }
  })

  test('shows the last page for a page beyond it', async () => {
    const { next, previous, results } = await companies.list({ size: 20, page: 9999 })
    expect({ next, previous }).toEqual({ next: null, previous: expect.stringContaining('page=') })
    expect(results.length).toBeGreaterThan(0)
  })
})

describe('one company', () => {
  test('has the distances of its places from the centre and the airport', async () => {
    const { places } = await companies.read({ id: 5 })
    const located = places.filter(({ latitude }) => latitude !== null)
    expect(located.length).toBeGreaterThan(0)
    for (const { kind, centre_km, airport_km } of located) {
      expect(centre_km).toBeGreaterThanOrEqual(0)
      expect(centre_km).toBeLessThan(100)
      if (kind === 'AIRPORT') expect(airport_km).toBeNull()
      else expect(airport_km).toBeGreaterThan(0)
    }
  })

  test('has its places with fees in the requested currency', async () => {
    const toman = await companies.read({ id: 5, currency: 'IRT' })
    const euro = await companies.read({ id: 5 })
    expect(toman).toMatchObject({ title: '1005', currency: 'IRT' })
    expect(toman.places.length).toBeGreaterThan(1)
    const dear = toman.places.findIndex(({ receive_fee }) => receive_fee > 0)
    expect(euro.places[dear]?.receive_fee).toBeGreaterThan(0)
    expect(euro.places[dear]?.receive_fee).toBeLessThan(toman.places[dear]?.receive_fee ?? 0)
    expect((euro.places[dear]?.receive_fee ?? 1) % 100).toBe(0)
  })

  test('is in the requested language', async () => {
    const names = await Promise.all(
      (['fa', 'en', 'ar', 'tr', 'de'] as const).map(
        async (language) => (await site.as({ language }).companies.read({ id: 5 })).about,
      ),
    )
    expect(new Set(names).size).toBe(5)
  })

  test('that does not exist is not found', async () => {
    expect(await rejectedWith(companies.read({ id: 99_999 }))).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('the profile of a company', () => {
  test('is the same by id and by slug', async () => {
    const byId = await companies.read({ id: 12 })
    expect(await companies.read({ id: byId.slug })).toEqual(byId)
    expect(await rejectedWith(companies.read({ id: 'no-such-company' }))).toEqual({ code: 'NOT_FOUND' })
  })

  test('counts every kept rating once', async () => {
    const { marks, rating } = await companies.read({ id: 12 })
    const { count } = await db
      .selectFrom('ad_comment')
      .innerJoin('ad', 'ad.id', 'ad_comment.ad_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ad.company_id', '=', 12)
      .where('approved', '=', true)
      .where('ad_comment.score', 'is not', null)
      .where('account_id', 'is', null)
      .executeTakeFirstOrThrow()
    const given = await db
      .selectFrom('ad_rating')
      .innerJoin('ad', 'ad.id', 'ad_rating.ad_id')
      .select('ad_rating.score')
      .where('ad.company_id', '=', 12)
      .execute()
    const all = marks.reduce((sum, one) => sum + one, 0)
    expect(all).toBe(count + given.length)
    expect(all).toBeGreaterThan(0)
    expect(all).toBeLessThanOrEqual(rating.count)
  })

  test('sums up the conditions of its vehicles, in the requested currency', async () => {
    const { offers, ads, guarantees, fuel_rules, driver_age } = await companies.read({ id: 12, currency: 'EUR' })
    const sum = (rows: readonly { ads: number }[]) => rows.reduce((all, row) => all + row.ads, 0)
    expect([sum(offers), sum(guarantees), sum(fuel_rules)]).toEqual([ads, ads, ads])
    for (const { trust_type, from, to } of guarantees) {
      expect(from).toBeLessThanOrEqual(to)
      expect(from % 100).toBe(0)
      if (trust_type === 'DEPOSIT_FREE') expect(to).toBe(0)
    }
    expect(driver_age?.from).toBeGreaterThanOrEqual(16)
  })

  test('has the median response time once the company has answered three times', async () => {
    const company = 40
    const { id: account } = await db.selectFrom('account').select('id').limit(1).executeTakeFirstOrThrow()
    const at = (minutes: number) => new Date(site.clock.now().getTime() - (1000 - minutes) * 60_000)
    await db.deleteFrom('conversation').where('account_id', '=', account).execute()
    const room = 'r'.repeat(24)
    const times = { created_at: at(0), updated_at: at(0) }
    await db
      .insertInto('conversation')
      .values({ id: room, kind: 'CHAT', department: 'SALES', account_id: account, company_id: company, ...times })
      .execute()
    const minutes = async () => (await companies.read({ id: company })).answers_within_minutes
    let seq = 0
    const say = (sender: string, time: number) =>
      db
        .insertInto('conversation_message')
        .values({
          conversation_id: room,
          seq: ++seq,
          ...{ client_id: `m${seq}`, sender, body: 'Text', created_at: at(time) },
        })
        .execute()
    for (const [asked, answered] of [
      [10, 15],
      [100, 190],
    ] as const) {
      await say('CLIENT', asked)
      await say('AGENT', answered)
    }
    expect(await minutes()).toBeNull()
    await say('CLIENT', 300)
    await say('AGENT', 325)
    await say('AGENT', 700)
    expect(await minutes()).toBe(25)
  })
})
