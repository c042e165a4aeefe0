import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { deskIdOf, ownIdsOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { paidLongAgo } from '../../../support/api/past-card.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })

const START = '2026-11-23T05:30:00Z'
beforeEach(() => {
  site.clock.set(START)
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let car = 101
/** A paid and confirmed reservation of the first company, each time for another car. */
async function confirmed(change: object = {}) {
  car += 1
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car, ...change })
  await payAtBank(site, bank, id)
  return { id, ad: car }
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const found = async (query: object) => {
  const { results } = await desk.calls.company.reservations.list(query)
  return ownIdsOf(
    db,
    results.map(({ id }) => id),
  )
}

describe("the day's work", () => {
  test('includes a new booking at once, long before its day', async () => {
    const { id } = await confirmed()
    const deskId = await deskIdOf(db, id)
    const { fresh, tasks, week } = await desk.calls.company.reservations.today({})
    expect(fresh.map((one) => one.id)).toContain(deskId)
    expect(tasks.map(({ reservation }) => reservation.id)).not.toContain(deskId)
    expect(week).toHaveLength(7)
    expect(await found({ list: 'coming' })).toContain(id)
  })

  test('lists what is due, what is late, and what was done', async () => {
    const { id } = await confirmed()
    // 10:40 in Tehran.
    site.clock.set('2026-12-01T07:10:00Z')
    const deskId = await deskIdOf(db, id)
    const { tasks, counts } = await desk.calls.company.reservations.today({})
    expect(tasks.find(({ reservation }) => reservation.id === deskId)).toMatchObject({
      kind: 'PICK_UP',
      reservation: { late_minutes: 40 },
    })
    expect(counts.late).toBeGreaterThan(0)
    expect((await desk.calls.company.settings.frame({})).late).toBe(counts.late)
    await desk.calls.company.reservations.handOver({ id })
    const after = await desk.calls.company.reservations.today({})
    expect(after.tasks.map(({ reservation }) => reservation.id)).not.toContain(deskId)
    expect(after.done.find(({ reservation }) => reservation.id === deskId)).toMatchObject({ kind: 'PICK_UP' })
  })
})

describe('the list', () => {
  test('finds a reservation by its number, phone, plate and name, however they are written', async () => {
    const { id, ad } = await confirmed({ fullname: 'كيان زندي', phone: '09129998877' })
    await db.updateTable('ad').set({ plate: '74186 کیش' }).where('id', '=', ad).execute()
    const { number } = await desk.calls.company.reservations.read({ id })
    const persian = number.slice(3).replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '')
    for (const q of [number, persian, '۰۹۱۲ ۹۹۹ ۸۸۷۷', '+98 912 999 8877', '998877', '۷۴۱۸۶', '74186 كیش', 'کیان زن'])
      expect(await found({ q }), q).toEqual([id])
    for (const q of ['%', '_', 'SV-1', '09121110000', "' or 1=1"]) expect(await found({ q }), q).not.toContain(id)
    expect((await elsewhere.calls.company.reservations.list({ q: number })).count).toBe(0)
    expect((await admin.calls.company.reservations.list({ q: number })).count).toBe(1)
  })

  test('can be filtered by status, days, vehicle and place; invalid filters are ignored', async () => {
    const { id, ad } = await confirmed()
    expect(await found({ vehicle: ad })).toEqual([id])
    expect(await found({ vehicle: ad, from: '2026-12-04' })).toEqual([id])
    expect(await found({ vehicle: ad, from: '2026-12-05' })).toEqual([])
    expect(await found({ vehicle: ad, to: '2026-11-30' })).toEqual([])
    expect(await found({ vehicle: ad, place: PLACES.office })).toEqual([id])
    expect(await found({ vehicle: ad, place: 9_999 })).toEqual([])
    expect(await found({ vehicle: ad, list: 'out' })).toEqual([])
    const nonsense = { vehicle: ad, list: 'x', from: 'yesterday', page: -3, place: '10e12' } as object
    expect(await found(nonsense)).toEqual([id])
  })

  test('can be ordered by pick-up, return and total', async () => {
    const listed = async (order: 'pickup' | 'pickup_last' | 'return' | 'total') =>
      (await agency.calls.company.reservations.list({ order, size: 100 })).results
    const starts = (await listed('pickup')).map(({ start_date, start_time }) => `${start_date} ${start_time}`)
    expect(starts).toEqual(starts.toSorted())
    expect((await listed('pickup_last')).map(({ start_date, start_time }) => `${start_date} ${start_time}`)).toEqual(
      starts.toReversed(),
    )
    const ends = (await listed('return')).map(({ end_date, end_time }) => `${end_date} ${end_time}`)
    expect(ends).toEqual(ends.toSorted())
    const totals = (await listed('total')).map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((one, other) => other - one))
  })

  test('leaves out what was never paid', async () => {
    car += 1
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
    expect(await found({ vehicle: car })).toEqual([])
    await visitor.reservations.cancel({ id })
  })
})

describe('roles', () => {
  test('show money to owners, everything else to the desk, and the day’s work to drivers', async () => {
    const { id } = await confirmed()
    expect((await agency.calls.company.reservations.read({ id })).earnings).toMatchObject({ commission_percent: 12 })
    expect((await desk.calls.company.reservations.read({ id })).earnings).toBeNull()
    expect(await codeOf(desk.calls.company.money.commission({}))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.company.settings.update({ phone: '+982155512345' }))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.company.reservations.list({}))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.company.reservations.read({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.reservations.read({ id }))).toBe('NOT_FOUND')
    expect((await driver.calls.chat.rooms({})).count).toBe(0)
    const day = await driver.calls.company.reservations.today({})
    expect(day).toMatchObject({ waiting: [], fresh: [], week: [], fleet: null })

    site.clock.set('2026-12-01T05:00:00Z')
    expect((await driver.calls.company.reservations.read({ id })).actions).toEqual(['hand_over'])
    expect(await driver.calls.company.reservations.handOver({ id })).toMatchObject({ status: 'ACTIVE' })
    expect((await driver.calls.company.reservations.read({ id })).undo).toMatchObject({ status: 'ACTIVE' })
    site.clock.set('2026-12-02T05:00:00Z')
    expect(await codeOf(driver.calls.company.reservations.read({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.company.reservations.takeBack({ id }))).toBe('NOT_FOUND')
  })

  test('of another company show nothing', async () => {
    const { id } = await confirmed()
    for (const { calls } of [owner, elsewhere]) {
      expect(await codeOf(calls.company.reservations.read({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.reservations.handOver({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.reservations.undo({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(calls.company.reservations.addNote({ id, body: 'x' }))).toBe('NOT_FOUND')
    }
  })
})

describe('simultaneous actions', () => {
  test('are done once: one of two hands over, the other learns that it is done', async () => {
    const { id } = await confirmed()
    site.clock.set('2026-12-01T06:30:00Z')
    const outcomes = await Promise.allSettled(
      [agency, desk].map(({ calls }) => calls.company.reservations.handOver({ id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 'STATUS_CONFLICT', status: 409, data: { status: 'ACTIVE' } })
    const { events } = await desk.calls.company.reservations.read({ id })
    expect(events.filter(({ status }) => status === 'ACTIVE')).toHaveLength(1)
  })

  test('have one winner when one confirms and the other rejects, and money is refunded once or not at all', async () => {
    const second = await signedIn(site, { phone: '+989120000201', role: 'AGENT', company: BY_HAND.company })
    let before = await balances(db)
    for (const [index, order] of [
      [elsewhere, second],
      [second, elsewhere],
    ].entries()) {
      const start_date = addDays(RENTAL.start_date, 60 + index * 10)
      const rental = { ...RENTAL, ...DRIVER, id: 202, start_date, end_date: addDays(start_date, 3) }
      const { id } = await visitor.reservations.reserve(rental)
      await payAtBank(site, bank, id)
      await paidLongAgo(db, id)
      const acts = [{ action: 'confirm' }, { action: 'reject', reason: 'Engine' }] as const
      const outcomes = await Promise.allSettled(
        order.map(({ calls }, at) => calls.company.reservations.changeReserve({ id, ...acts[at]! })),
      )
      const won = outcomes.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<{ status: string }>
      const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      const { status } = won.value
      expect(refused.reason).toMatchObject({ code: 'STATUS_CONFLICT', data: { status } })
      const { events, paid } = await elsewhere.calls.company.reservations.read({ id })
      expect(events.filter((event) => ['CONFIRMED', 'REJECTED'].includes(event.status))).toMatchObject([{ status }])
      const now = await balances(db)
      const wallet = `WALLET ${owner.phone}`
      expect((now[wallet] ?? 0) - (before[wallet] ?? 0)).toBe(status === 'REJECTED' ? paid : 0)
      before = now
    }
  })

  test('are one action when they are a double click', async () => {
    const { id } = await confirmed()
    site.clock.set('2026-12-01T06:30:00Z')
    const both = await Promise.all([1, 2].map(() => desk.calls.company.reservations.handOver({ id })))
    expect(both.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE'])
    expect((await desk.calls.company.reservations.read({ id })).events.at(-1)).toMatchObject({
      status: 'ACTIVE',
      by: 'سارا محمدی',
    })
  })
})

describe('the date of a hand-over', () => {
  test.each([
    { zone: 'Pacific/Auckland', before: '2026-11-30T10:30:00Z', from: '2026-11-30T11:30:00Z' },
    { zone: 'America/Los_Angeles', before: '2026-12-01T07:30:00Z', from: '2026-12-01T08:30:00Z' },
  ])('is the one at the vehicle’s place: $zone', async ({ zone, before, from }) => {
    await db.updateTable('city').set({ zone }).where('id', '=', 1061).execute()
    try {
      const { id } = await confirmed()
      site.clock.set(before)
      expect((await desk.calls.company.reservations.read({ id })).actions).not.toContain('hand_over')
      expect(await codeOf(desk.calls.company.reservations.handOver({ id }))).toBe('STATUS_CONFLICT')
      expect(await codeOf(driver.calls.company.reservations.read({ id }))).toBe('NOT_FOUND')
      site.clock.set(from)
      expect((await driver.calls.company.reservations.read({ id })).actions).toContain('hand_over')
      expect(await driver.calls.company.reservations.handOver({ id })).toMatchObject({ status: 'ACTIVE' })
    } finally {
      await db.updateTable('city').set({ zone: 'Asia/Tehran' }).where('id', '=', 1061).execute()
    }
  })
})

describe('undoing', () => {
  test('a hand-over and a return is possible within ten minutes, with their money', async () => {
    const { id } = await confirmed()
    const before = await balances(db)
    site.clock.set('2026-12-01T06:30:00Z')
    await desk.calls.company.reservations.handOver({ id })
    expect(await desk.calls.company.reservations.undo({ id })).toMatchObject({ status: 'CONFIRMED' })
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
    await desk.calls.company.reservations.handOver({ id })
    site.clock.set('2026-12-03T06:30:00Z')
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
    const earned = await balances(db)
    expect(earned).not.toEqual(before)
    site.clock.advance(9)
    expect(await desk.calls.company.reservations.undo({ id })).toMatchObject({ status: 'ACTIVE' })
    expect(await balances(db)).toEqual(before)
    // Undoing the return is not a new hand-over, which could be undone again.
    expect((await desk.calls.company.reservations.read({ id })).undo).toBeNull()
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
    // After the final return, the commission is earned once.
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
    expect(await balances(db)).toEqual(earned)
    site.clock.advance(10)
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
  })

  test('a return is impossible once somebody else has booked the vehicle', async () => {
    const { id, ad } = await confirmed()
    site.clock.set('2026-12-01T06:30:00Z')
    await desk.calls.company.reservations.handOver({ id })
    site.clock.set('2026-12-02T05:30:00Z')
    await desk.calls.company.reservations.takeBack({ id, reason: 'Pays by invoice' })
    const next = { id: ad, start_date: '2026-12-03', end_date: '2026-12-05', phone: '09125550011' }
    const other = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...next })
    expect(await codeOf(desk.calls.company.reservations.undo({ id }))).toBe('VEHICLE_TAKEN')
    expect((await desk.calls.company.reservations.read({ id })).status).toBe('COMPLETED')
    await visitor.reservations.cancel({ id: other.id })
  })

  test('a no-show is possible when the customer comes after all; until then the vehicle is free and nothing is refunded', async () => {
    const { id, ad } = await confirmed()
    const noShow = () => desk.calls.company.reservations.changeReserve({ id, action: 'no_show' })
    // 10:30 in Tehran: half an hour is not enough.
    site.clock.set('2026-12-01T07:00:00Z')
    expect(await codeOf(noShow())).toBe('STATUS_CONFLICT')
    site.clock.set('2026-12-01T07:30:00Z')
    const before = await balances(db)
    expect(await noShow()).toMatchObject({ status: 'CANCELLED', refund: 0 })
    const { results } = await desk.calls.company.reservations.list({ vehicle: ad, list: 'ended' })
    expect(results).toHaveLength(1)
    expect(await desk.calls.company.reservations.undo({ id })).toMatchObject({ status: 'CONFIRMED' })
    expect(await balances(db)).toEqual(before)
    await desk.calls.company.reservations.handOver({ id })
  })

  test('a rejection is impossible, because the money is refunded', async () => {
    const start_date = addDays(RENTAL.start_date, 30)
    const rental = { ...RENTAL, ...DRIVER, id: 203, start_date, end_date: addDays(start_date, 3) }
    const { id } = await visitor.reservations.reserve(rental)
    await payAtBank(site, bank, id)
    await elsewhere.calls.company.reservations.changeReserve({ id, action: 'reject', reason: 'Engine' })
    expect((await elsewhere.calls.company.reservations.read({ id })).undo).toBeNull()
    expect(await codeOf(elsewhere.calls.company.reservations.undo({ id }))).toBe('UNDO_OVER')
  })
})

test('a note is for colleagues, and the customer never sees it', async () => {
  const { id } = await confirmed()
  await desk.calls.company.reservations.addNote({ id, body: 'Seat in the store' })
  expect((await agency.calls.company.reservations.read({ id })).notes).toMatchObject([{ body: 'Seat in the store' }])
  expect(JSON.stringify(await owner.calls.reservations.read({ id }))).not.toContain('store')
  for (const body of ['', ' ', 'x'.repeat(1001)])
    expect(await codeOf(desk.calls.company.reservations.addNote({ id, body }))).toBe('INVALID_FIELDS')
})

describe('the fleet', () => {
  const vehicle = async (id: number) => (await desk.calls.company.fleet.search({ id })).results[0]

  test('has one price in the search and in the bill after it was changed', async () => {
    car += 1
    const prices = { p1: 1_100_000, p3: 950_000, p7: 900_000, p14: 850_000, p30: 800_000 }
    expect(await desk.calls.company.fleet.changeOffer({ id: car, ...prices })).toMatchObject(prices)
    const quote = await visitor.reservations.price({ ...RENTAL, id: car })
    expect(quote.lines.find(({ kind }) => kind === 'rent')).toMatchObject({ unit: 950_000 })
    const { s3 } = await db.selectFrom('ad').select('s3').where('id', '=', car).executeTakeFirstOrThrow()
    expect(s3).toBe(950_000)
  })

  test('refuses prices of zero, too much or no number, and plates of punctuation', async () => {
    for (const p1 of [0, -1, 1e12, 1.5, 'many'] as number[])
      expect(await codeOf(desk.calls.company.fleet.changeOffer({ id: 101, p1 })), String(p1)).toBe('INVALID_FIELDS')
    for (const plate of ['=cmd()', 'x', '<b>', '1'.repeat(21)])
      expect(await codeOf(desk.calls.company.fleet.changeOffer({ id: 101, plate })), plate).toBe('INVALID_FIELDS')
    expect(await desk.calls.company.fleet.changeOffer({ id: 101, plate: '۷۴۱۸۷ کیش' })).toMatchObject({
      plate: '74187 کیش',
    })
  })

  test('cannot be booked while paused, or retired with reservations', async () => {
    const { ad } = await confirmed({ phone: '09125550077' })
    expect(await codeOf(desk.calls.company.fleet.changeOffer({ id: ad, state: 'RETIRED' }))).toBe('BOOKED_VEHICLE')
    await desk.calls.company.fleet.changeOffer({ id: ad, state: 'PAUSED' })
    const later = { id: ad, start_date: '2027-02-01', end_date: '2027-02-04', phone: '09125550078' }
    expect(await codeOf(visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...later }))).toBe('NOT_FOUND')
    await desk.calls.company.fleet.changeOffer({ id: ad, state: 'OFFERED' })
    expect(await vehicle(ad)).toMatchObject({ state: 'OFFERED', is_out: false })
  })

  test('is visible only to its company', async () => {
    for (const { calls } of [owner, elsewhere, driver])
      expect(await codeOf(calls.company.fleet.changeOffer({ id: 101, p1: 5 }))).toBe('NOT_FOUND')
    expect((await elsewhere.calls.company.fleet.search({ id: 101 })).count).toBe(0)
  })
})
