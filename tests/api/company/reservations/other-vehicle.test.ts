import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000201', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000202', staffRole: 'DRIVER' })

const START = '2026-11-23T05:30:00Z'
beforeEach(async () => {
  site.clock.set(START)
  // The limits of messages are irrelevant in this test.
  await db.deleteFrom('message_count').execute()
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let count = 0
/** A paid reservation of a vehicle by a new person, by default for three days in December. */
async function booked(ad: number, change: object = {}) {
  count += 1
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: ad, phone: phoneOf(count), ...change })
  await payAtBank(site, bank, id)
  return id
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const adOf = async (id: string) => (await desk.calls.company.reservations.read({ id })).ad.id
const offered = async (id: string) =>
  (await desk.calls.company.reservations.otherVehicles({ id })).results.map((one) => one.id)

describe('another vehicle for a reservation', () => {
  test('must be of the same kind and free for the time and the gap after it; copies come first', async () => {
    await db.updateTable('ad').set({ alike: 101 }).where('id', '=', 118).execute()
    await db.updateTable('ad').set({ gearbox: 'MANUAL' }).where('id', '=', 102).execute()
    await db.updateTable('ad').set({ city_id: 1062 }).where('id', '=', 103).execute()
    await db.updateTable('ad').set({ status: 0 }).where('id', '=', 104).execute()
    await db.updateTable('ad').set({ mileage_per_day: 200 }).where('id', '=', 105).execute()
    // A price of kilometres that nobody pays, because none are over a limit, is no worse term.
    await db.updateTable('ad').set({ mileage_per_day: null, extra_km_price: 900_000 }).where('id', '=', 114).execute()
    await db.updateTable('ad').set({ min_driver_age: 25 }).where('id', '=', 106).execute()
    const id = await booked(101)
    await booked(107)
    // Within the half hour that the company keeps between two rentals, and after it.
    const after = { start_date: RENTAL.end_date, end_date: '2026-12-06', end_time: '10:00' }
    await desk.calls.company.calendar.block({ ad: 108, ...after, start_time: '10:00' })
    await desk.calls.company.calendar.block({ ad: 109, ...after, start_time: '10:30' })
    expect(await offered(id)).toEqual([118, 109, 110, 111, 112, 113, 114, 115, 116, 117, 119, 120])
    expect((await desk.calls.company.reservations.otherVehicles({ id })).results[0]).toMatchObject({
      id: 118,
      alike: true,
    })

    // A dearer model of the same class comes last, at the booked price; a cheaper one is not offered.
    const { brand_id } = await db.selectFrom('ad').select('brand_id').where('id', '=', 101).executeTakeFirstOrThrow()
    const { id: dearer } = await db
      .insertInto('model')
      .values({ id: 9001, brand_id, slug: 'dearer', name_fa: 'گران', name_en: 'Dearer', name_ar: 'أغلى' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const prices = { p1: 9_000_000, p3: 9_000_000, p7: 9_000_000, p14: 9_000_000, p30: 9_000_000 }
    await db
      .updateTable('ad')
      .set({ model_id: dearer, ...prices })
      .where('id', '=', 110)
      .execute()
    await db.updateTable('ad').set({ model_id: dearer, p7: 1 }).where('id', '=', 111).execute()
    const { results } = await desk.calls.company.reservations.otherVehicles({ id })
    expect(results.map((one) => one.id)).toEqual([118, 109, 112, 113, 114, 115, 116, 117, 119, 120, 110])
    expect(results.at(-1)).toMatchObject({ better: true, alike: false })
    const { model_id, p1, p3, p7, p14, p30 } = await db
      .selectFrom('ad')
      .selectAll()
      .where('id', '=', 112)
      .executeTakeFirstOrThrow()
    await db.updateTable('ad').set({ model_id, p1, p3, p7, p14, p30 }).where('id', 'in', [110, 111]).execute()

    const wrong = async (ad: number) =>
      (await refusal(desk.calls.company.reservations.moveToVehicle({ id, ad, former: 101 }))).data
    for (const ad of [101, 102, 103, 104, 105, 106]) {
      expect(await wrong(ad), String(ad)).toMatchObject({ fields: { ad: ['other_kind'] } })
    }
    for (const ad of [BY_HAND.ad, 99_999])
      expect(await codeOf(desk.calls.company.reservations.moveToVehicle({ id, ad, former: 101 }))).toBe('NOT_FOUND')
    for (const ad of [107, 108])
      expect(await codeOf(desk.calls.company.reservations.moveToVehicle({ id, ad, former: 101 }))).toBe('VEHICLE_TAKEN')
    expect(await adOf(id)).toBe(101)
  })

  test('gets the time of the former one, which becomes free; price, bill and books stay, and the customer is notified once', async () => {
    const id = await booked(101, { ...RENTAL, start_date: '2027-01-01', end_date: '2027-01-04' })
    await db.updateTable('ad').set({ plate: '74186 کیش' }).where('id', '=', 109).execute()
    const { ad: _, events: _events, ...before } = await visitor.reservations.voucher({ id })
    const books = await balances(db)
    await site.drain()
    site.messages.length = 0
    site.clock.advance(1)
    for (const _ of [1, 2]) {
      expect(await desk.calls.company.reservations.moveToVehicle({ id, ad: 109, former: 101 })).toMatchObject({
        ad: 109,
      })
    }
    await site.drain()
    const { ad, events: _now, ...now } = await visitor.reservations.voucher({ id })
    expect(ad.id).toBe(109)
    expect(now).toEqual(before)
    expect(await balances(db)).toEqual(books)
    const notified = site.messages.filter(({ text }) => text.includes('۷۴۱۸۶'))
    expect(notified).toHaveLength(1)
    expect(notified[0]?.text).toContain(before.number)

    const one = await desk.calls.company.reservations.read({ id })
    expect(one).toMatchObject({ plate: '74186 کیش', movable: true, undo: null })
    expect(one.events.at(-1)).toMatchObject({ status: 'CONFIRMED', actor: 'COMPANY', moved: { from: '101' } })
    const { results } = await desk.calls.company.calendar.read({ from: '2027-01-01' })
    const deskId = await deskIdOf(db, id)
    const held = results.filter(({ stays }) => stays.some((stay) => stay.id === deskId)).map((row) => row.id)
    expect(held).toEqual([109])
    const audited = await db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('row_key', '=', id)
      .where('subject', '=', 'reservation')
      .execute()
    expect(audited).toContainEqual({ before: { ad_id: 101 }, after: { ad_id: 109 } })
    await booked(101, { start_date: '2027-01-01', end_date: '2027-01-04' })
    expect(await codeOf(booked(109, { start_date: '2027-01-01', end_date: '2027-01-04' }))).toBe('VEHICLE_TAKEN')
  })

  test('can be given by owners and desk staff of the company and by operators; for others it does not exist', async () => {
    const id = await booked(110)
    const move = { id, ad: 111, former: 110 }
    for (const { calls } of [owner, other, driver, elsewhere]) {
      expect(await codeOf(calls.company.reservations.otherVehicles({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.reservations.moveToVehicle(move))).toBe('NOT_FOUND')
    }
    expect(await codeOf(visitor.company.reservations.moveToVehicle(move))).toBe('INVALID_TOKEN')
    await agency.calls.company.reservations.moveToVehicle(move)
    await admin.calls.company.reservations.moveToVehicle({ id, ad: 110, former: 111 })
    expect((await desk.calls.company.reservations.read({ id })).events.at(-1)).toMatchObject({ actor: 'OPERATOR' })
  })

  test('is given by only one of two people at once, and not from an outdated page', async () => {
    const id = await booked(112)
    const both = await Promise.allSettled([
      desk.calls.company.reservations.moveToVehicle({ id, ad: 113, former: 112 }),
      agency.calls.company.reservations.moveToVehicle({ id, ad: 114, former: 112 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [lost] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toMatchObject({ code: 'CHANGED_MEANWHILE' })
    expect(await codeOf(agency.calls.company.reservations.moveToVehicle({ id, ad: 115, former: 112 }))).toBe(
      'CHANGED_MEANWHILE',
    )
  })

  test('cannot be given after the hand-over or the end, before the payment, or while a change waits for payment', async () => {
    const days = { start_date: '2026-12-20', end_date: '2026-12-22' }
    const held = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...days, id: 115, phone: phoneOf(900) })
    const move = (id: string, former: number) => desk.calls.company.reservations.moveToVehicle({ id, ad: 116, former })
    expect(await codeOf(move(held.id, 115))).toBe('STATUS_CONFLICT')
    expect(await offered(held.id)).toEqual([])

    const id = await booked(117, { ...days, phone: DRIVER.phone })
    const change = await owner.calls.reservations.change({ id, end_date: '2026-12-25' })
    expect(change.status).toBe('AWAITING_PAYMENT')
    expect(await codeOf(move(id, 117))).toBe('CHANGE_PENDING')
    site.clock.advance(25)
    await move(id, 117)
    // A late payment of the change finds the new vehicle.
    expect(await adOf(id)).toBe(116)
    await site.sweep()

    site.clock.set('2026-12-20T07:00:00Z')
    await desk.calls.company.reservations.handOver({ id })
    expect(await codeOf(desk.calls.company.reservations.moveToVehicle({ id, ad: 117, former: 116 }))).toBe(
      'STATUS_CONFLICT',
    )
    expect((await desk.calls.company.reservations.read({ id })).movable).toBe(false)
  })

  test('may have just returned if the pick-up is due already, but may not be late', async () => {
    const early = { start_date: '2027-02-01', end_date: '2027-02-03' }
    const out = await booked(113, early)
    const late = await booked(114, early)
    const id = await booked(112, { start_date: '2027-02-03', end_date: '2027-02-05', start_time: '10:30' })
    site.clock.set('2027-02-01T07:00:00Z')
    for (const one of [out, late]) await desk.calls.company.reservations.handOver({ id: one })
    site.clock.set('2027-02-03T07:20:00Z')
    await desk.calls.company.reservations.takeBack({ id: out, reason: 'Pays by invoice' })
    site.clock.set('2027-02-03T08:00:00Z')
    expect(await offered(id)).toContain(113)
    expect(await offered(id)).not.toContain(114)
    await desk.calls.company.reservations.moveToVehicle({ id, ad: 113, former: 112 })
    await desk.calls.company.reservations.handOver({ id })
    await desk.calls.company.reservations.undo({ id })
    expect(await adOf(id)).toBe(113)
  })

  test('that has just returned is kept for longer or shorter than booked, from when it was given on', async () => {
    const out = await booked(115, { start_date: '2027-03-01', end_date: '2027-03-03', end_time: '11:00' })
    const long = { start_date: '2027-03-03', end_date: '2027-05-02' }
    const form = { ...RENTAL, ...DRIVER, ...long, id: 116, phone: phoneOf(901) }
    const { id } = await visitor.reservations.reserve(form)
    await visitor.reservations.monthly.choose({ id, monthly: true })
    await payAtBank(site, bank, id)
    site.clock.set('2027-03-01T07:00:00Z')
    await desk.calls.company.reservations.handOver({ id: out })
    site.clock.set('2027-03-03T07:30:00Z')
    await desk.calls.company.reservations.takeBack({ id: out, reason: 'Pays by invoice' })
    site.clock.set('2027-03-03T09:00:00Z')
    await desk.calls.company.reservations.moveToVehicle({ id, ad: 115, former: 116 })
    await desk.calls.company.reservations.handOver({ id })
    const { extensions, monthly } = desk.calls.company.reservations
    const longer = { end_date: '2027-05-03', end_time: RENTAL.end_time }
    expect((await extensions.extend({ id, ...longer, payment: 'LATER' })).status).toBe('DONE')
    const byLink = { id, ...longer, end_date: '2027-05-04', payment: 'LINK' } as const
    expect((await extensions.extend(byLink)).status).toBe('AWAITING_PAYMENT')
    await monthly.end({ id, end_date: '2027-04-20' })
    const { start_at, end_at } = await db
      .selectFrom('busy')
      .select(['start_at', 'end_at'])
      .where('reservation_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([start_at, end_at]).toEqual([new Date('2027-03-03T09:00:00Z'), new Date('2027-04-20T07:00:00Z')])
  })
})

test('reservations never overlap on a vehicle, however many are moved at once', async () => {
  const ads = [101, 107, 109, 110, 111]
  const pool = [...ads, 116, 119, 120]
  const ids: string[] = []
  for (const [index, ad] of ads.entries()) {
    const from = 1 + (index % 3)
    ids.push(await booked(ad, { start_date: `2027-03-0${from}`, end_date: `2027-03-0${from + 2}` }))
  }
  // A fixed seed: the same random walk in each run.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % below
  }
  let moved = 0
  for (let round = 0; round < 12; round += 1) {
    const tries = await Promise.allSettled(
      ids.map(async (id) => {
        const former = await adOf(id)
        return desk.calls.company.reservations.moveToVehicle({ id, former, ad: pool[random(pool.length)] ?? 101 })
      }),
    )
    for (const one of tries) {
      if (one.status === 'fulfilled') moved += 1
      else expect(['VEHICLE_TAKEN', 'INVALID_FIELDS']).toContain(one.reason.code)
    }
    expect(await wrongInBooks(db)).toEqual([])
  }
  expect(moved).toBeGreaterThan(5)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from busy join reservation r on r.id = reservation_id
    where busy.ad_id <> r.ad_id`.execute(db)
  expect(rows[0]?.n).toBe(0)
})
