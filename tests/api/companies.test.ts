import { describe, expect, test } from 'vitest'
import { pageCount } from '#app/rules/pagination.ts'
import { testApi } from '../support/api/api.ts'
import { rejectedWith } from '../support/browser/rejected.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase({ demo: true })
await db.updateTable('ad').set({ status: 0 }).where('id', 'in', [1, 2, 100]).execute()
const site = await testApi({ db })
const { companies } = site.as({ language: 'en' })

describe('the list of companies', () => {
  test('holds every company once over its pages, verified ones first', async () => {
    const first = await companies.list({ size: 20 })
    const found = [...first.results]
    for (let page = 2; page <= pageCount(first.count, 20); page += 1)
      found.push(...(await companies.list({ size: 20, page })).results)
    expect(new Set(found.map(({ id }) => id)).size).toBe(first.count)
    expect(first.count).toBeGreaterThanOrEqual(40)
    const verified = found.map(({ verified }) => verified)
    expect(verified).toEqual(verified.toSorted((a, b) => Number(b) - Number(a)))
  })

  test('of a city holds those with a place there', async () => {
    const { results } = await companies.list({ city: 'کیش', size: 100 })
    const served = await db.selectFrom('place').select('company_id').distinct().where('city_id', '=', 1061).execute()
    expect(results.map(({ id }) => id).toSorted()).toEqual(served.map(({ company_id }) => company_id).toSorted())
    expect(results.length).toBeGreaterThan(0)
  })

  test('of an unknown city is a fieldError of its field', async () => {
    const fieldError = { code: 'INVALID_FIELDS', fields: { city: ['unknown_city'] } }
    expect(await rejectedWith(companies.list({ city: 'Atlantis' }))).toEqual(fieldError)
  })

  test('counts only vehicles on offer', async () => {
    const { results } = await companies.list({ size: 100 })
    for (const { id, ads } of results) {
      const offered = await db
        .selectFrom('ad')
        .select('id')
        .where('company_id', '=', id)
        .where('status', '=', 1)
        .execute()
      expect([id, ads]).toEqual([id, offered.length])
    }
  })

  test('a page beyond the last is the last', async () => {
    const { next, previous, results } = await companies.list({ size: 20, page: 9999 })
    expect({ next, previous }).toEqual({ next: null, previous: expect.stringContaining('page=') })
    expect(results.length).toBeGreaterThan(0)
  })
})

describe('one company', () => {
  test('is told with its places, whose fees are in the currency asked', async () => {
    const toman = await companies.read({ id: 5, currency: 'IRT' })
    const euro = await companies.read({ id: 5 })
    expect(toman).toMatchObject({ title: '1005', currency: 'IRT' })
    expect(toman.places.length).toBeGreaterThan(1)
    const dear = toman.places.findIndex(({ receive_fee }) => receive_fee > 0)
    expect(euro.places[dear]?.receive_fee).toBeGreaterThan(0)
    expect(euro.places[dear]?.receive_fee).toBeLessThan(toman.places[dear]?.receive_fee ?? 0)
    expect((euro.places[dear]?.receive_fee ?? 1) % 100).toBe(0)
  })

  test('speaks the language asked', async () => {
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
