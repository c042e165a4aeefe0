import { describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const visitor = site.as({ language: 'en' })
const { id: _id, ...TIME } = RENTAL
const SEARCH = { ...TIME, city: '1061', currency: 'EUR' }
const offersOf = (change: object = {}) => visitor.reservations.offers({ ...SEARCH, size: 50, ...change })
const fieldsOf = async (change: object) => ((await refusal(offersOf(change))).data as { fields?: object })?.fields

describe('the offers of a city', () => {
  test.each(['IRT', 'EUR'])('have the totals that the price call answers, in %s', async (currency) => {
    const { results, count, city } = await offersOf({ currency })
    expect(city).toMatchObject({ id: 1061 })
    expect(count).toBe(results.length)
    expect(results.length).toBeGreaterThan(20)
    for (const offer of results) {
      const { total, lines, days, free_until, half_until, guarantee_amount, payable_now } =
        await visitor.reservations.price({
          ...{ ...TIME, id: offer.vehicle.id, currency },
          receive_address: { id: offer.receive_place },
          return_address: { id: offer.return_place },
        })
      expect(offer).toMatchObject({ days, lines, total: { amount: total, currency } })
      expect(offer.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      expect(offer.deposit).toMatchObject({ amount: guarantee_amount, trust_type: 'CHEQUE' })
      expect(offer.payable_now.amount).toBe(payable_now)
      expect(offer.cancellation).toEqual({ free_until, half_until })
    }
  })

  test('lead to the page of the vehicle with the dates and the currency', async () => {
    const [first] = (await offersOf()).results
    const link = new URL(first?.link ?? '')
    expect(link.pathname).toBe(`/en/book/car/${first?.vehicle.id}/${TIME.start_date}/${TIME.end_date}`)
    expect(Object.fromEntries(link.searchParams)).toEqual({ currency: '2', start_time: '10:00', end_time: '10:00' })
  })

  test('say the ACRISS code, the derived one or that of its company', async () => {
    await db.updateTable('ad').set({ acriss: 'IWMR' }).where('id', '=', 101).execute()
    const codes = new Map((await offersOf()).results.map(({ vehicle }) => [vehicle.id, vehicle.acriss]))
    expect(codes.get(101)).toBe('IWMR')
    expect(codes.get(102)).toBe('EDAN')
  })

  test('leave out what is not free, and contain the fee of the place that is open', async () => {
    await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: TOMAN.ad })
    const { results } = await offersOf({ currency: 'IRT' })
    expect(results.map(({ vehicle }) => vehicle.id)).not.toContain(TOMAN.ad)
    // At 06:00 only the airport is open, for a fee each way; the other company has no such place.
    const early = await offersOf({ currency: 'IRT', start_time: '06:00', end_time: '06:00' })
    expect(new Set(early.results.map(({ company }) => company.id))).toEqual(new Set([1]))
    for (const { lines, receive_place } of early.results) {
      expect(receive_place).toBe(12)
      expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['receive_place', 'return_place']))
    }
  })

  test('come in pages of at most 50', async () => {
    const first = await offersOf({ size: 7 })
    expect(first.results).toHaveLength(7)
    expect(first.next).toContain('page=2')
    const second = await offersOf({ size: 7, page: 2 })
    const ids = [...first.results, ...second.results].map(({ vehicle }) => vehicle.id)
    expect(new Set(ids).size).toBe(14)
    // A size that they do not have is the usual one, and what is left is on the next page.
    const usual = await offersOf({ size: 80, start_date: '2026-12-20', end_date: '2026-12-23' })
    expect(usual.count).toBe(25)
    expect(usual.results).toHaveLength(24)
    expect(usual.next).toContain('page=2')
  })
})

describe('the place', () => {
  test('can be a location, whose nearest city counts', async () => {
    const { latitude, longitude } = await db
      .selectFrom('city')
      .select(['latitude', 'longitude'])
      .where('id', '=', 1061)
      .executeTakeFirstOrThrow()
    const near = { city: undefined, latitude: latitude + 0.1, longitude }
    expect((await offersOf(near)).city.id).toBe(1061)
    expect(await fieldsOf({ city: undefined, latitude: -80, longitude: 0 })).toEqual({ city: ['unknown_city'] })
  })

  test('is needed, and so are both dates', async () => {
    expect(await fieldsOf({ city: undefined })).toEqual({ city: ['required'] })
    expect(await fieldsOf({ city: 'Atlantis' })).toEqual({ city: ['unknown_city'] })
    expect(await fieldsOf({ start_date: undefined })).toHaveProperty('start_date')
    expect(await fieldsOf({ end_date: '2026-11-30' })).toHaveProperty('end_date')
    expect(await fieldsOf({ latitude: 91 })).toHaveProperty('latitude')
  })
})
