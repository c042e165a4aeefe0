import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { publishEvents } from '#app/api/company/developers/events/publish.ts'
import { EVENTS_KEPT_DAYS } from '#app/rules/access/api-event.ts'
import { testApi } from '../../../support/api/api.ts'
import { storeKey } from '../../../support/api/api-key.ts'
import { BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const BOOKED = '2026-11-23T05:30:00Z'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin, now: BOOKED })
await loadFleet(db)
const { agency, elsewhere } = await fiveIdentities(site)
const visitor = site.as({ requestId: 'a-visitors-request' })
const events = () => agency.calls.company.developers.events

beforeEach(async () => {
  site.clock.set(BOOKED)
  await db.deleteFrom('event').execute()
})
afterEach(() => expect(site.reported.splice(0)).toEqual([]))

let count = 0
/** A reservation of a vehicle that no other test has. */
async function reserve(change: object = {}) {
  count += 1
  const form = { ...RENTAL, ...DRIVER, phone: phoneOf(count), id: 100 + count, ...change }
  return visitor.reservations.reserve(form)
}

async function typesOf() {
  const { results } = await events().list({})
  return results.map(({ type }) => type)
}

describe('the events of a company', () => {
  test('report a rental from the booking to the return, in order and once each', async () => {
    const { id, number } = await reserve()
    await payAtBank(site, bank, id)
    site.clock.set('2026-12-01T06:30:00Z')
    await agency.calls.company.reservations.changeReserve({ id, action: 'picked_up' })
    site.clock.set('2026-12-04T06:30:00Z')
    await agency.calls.company.reservations.changeReserve({ id, action: 'returned', reason: 'Pays by invoice' })
    const { results, more } = await events().list({})
    expect(results.map(({ type }) => type)).toEqual([
      'reservation.held',
      'payment.paid',
      'reservation.confirmed',
      'reservation.handed_over',
      'reservation.returned',
    ])
    expect(more).toBe(false)
    const [held, paid] = results
    expect(held).toMatchObject({ at: '2026-11-23T05:30:00.000Z', request: 'a-visitors-request', key: null })
    expect(held?.data.reservation).toMatchObject({ number, status: 'COMPLETED', total: expect.any(Number) })
    expect(paid?.data.payment).toMatchObject({ purpose: 'RESERVATION', currency: 'IRT' })
    expect(new Set(results.map((event) => event.id)).size).toBe(5)
  })

  test('name the key that caused them, and carry what the calls show', async () => {
    const { key, id: keyId } = await storeKey(site, { company: TOMAN.company })
    const program = site.as({ accessToken: key, requestId: 'a-programs-request' }).company
    const time = { start_date: '2027-02-01', start_time: '10:00', end_date: '2027-02-03', end_time: '10:00' }
    const block = await program.calendar.block({ ad: TOMAN.ad, ...time })
    const { results } = await program.developers.events.list({})
    expect(results).toMatchObject([{ type: 'block.changed', key: keyId, request: 'a-programs-request' }])
    expect(results[0]?.data.blocks).toMatchObject({ ad: TOMAN.ad, results: [{ id: block.id, ...time }] })
    await program.calendar.unblock({ id: block.id })
    const after = results[0]?.id
    expect((await program.developers.events.list({ after })).results).toMatchObject([
      { type: 'block.changed', data: { blocks: { results: [] } } },
    ])
  })

  test('report vehicles, prices and seasons, and one event for several changes in a transaction', async () => {
    const { calls } = agency
    await calls.company.fleet.pause({ id: TOMAN.ad })
    await calls.company.fleet.resume({ id: TOMAN.ad })
    expect(await typesOf()).toEqual(['vehicle.changed', 'vehicle.changed'])
    await db.deleteFrom('event').execute()
    await calls.company.prices.set({ ad: TOMAN.ad, p1: 1_100_000, min_days: 2 })
    const season = { name: 'Nowruz', start_date: '2027-03-20', end_date: '2027-04-02', percent: 30 }
    await calls.company.prices.addSeason({ ...season })
    const { results } = await events().list({})
    expect(results).toMatchObject([
      { type: 'prices.changed', data: { prices: { vehicle: { id: TOMAN.ad, p1: 1_100_000 } } } },
      { type: 'prices.changed', data: { prices: { vehicle: null, own: { seasons: [{ name: 'Nowruz' }] } } } },
    ])
    await calls.company.prices.set({ ad: TOMAN.ad, p1: 1_000_000, min_days: null })
  })

  test('are not there where what they report was rolled back', async () => {
    const paused = db.transaction().execute(async (tx) => {
      await tx.updateTable('ad').set({ status: 2 }).where('id', '=', TOMAN.ad).execute()
      throw new Error('stopped')
    })
    await expect(paused).rejects.toThrow('stopped')
    expect(await typesOf()).toEqual([])
  })

  test('of figures and search there are none', async () => {
    await db.updateTable('ad').set({ score: 7, s1: 5, rating_count: 3 }).where('id', '=', TOMAN.ad).execute()
    expect(await typesOf()).toEqual([])
  })

  test('of another company are not found, and nothing of a held customer is revealed', async () => {
    const { id } = await reserve({ id: BY_HAND.ad })
    expect(await typesOf()).toEqual([])
    const { results } = await elsewhere.calls.company.developers.events.list({})
    expect(results).toHaveLength(1)
    expect(JSON.stringify(results)).not.toContain(id)
    expect(results[0]?.data.reservation).toMatchObject({ phone: '' })
    const refused = await refusal(events().list({ after: results[0]?.id }))
    expect(refused.code).toBe('INVALID_FIELDS')
  })

  test('are read in pages, and never out of order while a slower transaction runs', async () => {
    const change = (ad: number, year: number) => db.updateTable('ad').set({ year }).where('id', '=', ad)
    let finish = () => {}
    const open = new Promise<void>((done) => {
      finish = done
    })
    let hasWritten = () => {}
    const written = new Promise<void>((done) => {
      hasWritten = done
    })
    const slow = db.transaction().execute(async (tx) => {
      await tx.updateTable('ad').set({ year: 2001 }).where('id', '=', 110).execute()
      hasWritten()
      await open
    })
    await written
    await change(111, 2002).execute()
    const first = await events().list({ limit: 1 })
    expect(first.results).toMatchObject([{ data: { vehicle: { id: 111 } } }])
    finish()
    await slow
    await change(112, 2003).execute()
    const second = await events().list({ limit: 1, after: first.after ?? undefined })
    expect(second).toMatchObject({ more: true, results: [{ data: { vehicle: { id: 110 } } }] })
    const third = await events().list({ limit: 1, after: second.after ?? undefined })
    expect(third).toMatchObject({ more: false, results: [{ data: { vehicle: { id: 112 } } }] })
    expect(await events().list({ after: third.after ?? undefined })).toMatchObject({ results: [], after: third.after })
  })

  test('are published once by processes that do it together', async () => {
    await Promise.all(
      [113, 114, 115].map((ad) => db.updateTable('ad').set({ year: 2004 }).where('id', '=', ad).execute()),
    )
    await Promise.all([1, 2, 3].map(() => publishEvents(site.deps)))
    expect(await typesOf()).toHaveLength(3)
  })

  test('are kept for thirty days', async () => {
    await reserve()
    expect(await typesOf()).toHaveLength(1)
    site.clock.advance(EVENTS_KEPT_DAYS * 24 * 60 + 1)
    await site.sweep()
    expect(await typesOf()).not.toContain('reservation.held')
  })
})
