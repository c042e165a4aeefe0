import { afterEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
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
const { visitor, owner, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000201', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000202', staffRole: 'DRIVER' })

afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const FROM = RENTAL.start_date
const rowOf = async (id: number, query: object = {}) =>
  (await desk.calls.company.calendar.read({ from: FROM, ...query })).results.find((row) => row.id === id)
const { id: _, ...TIME } = RENTAL

describe('the calendar', () => {
  test('shows why a vehicle is busy: a booking for its booked time, or a block with its reason', async () => {
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 101 })
    await payAtBank(site, bank, id)
    const later = { start_date: '2026-12-08', end_date: '2026-12-09', start_time: '10:00', end_time: '12:00' }
    const block = await desk.calls.company.calendar.block({ ad: 101, ...later, note: 'سرویس' })
    expect(await rowOf(101)).toMatchObject({
      state: 'OFFERED',
      stays: [
        {
          ...{
            kind: 'RESERVATION',
            id: await deskIdOf(db, id),
            label: DRIVER.fullname,
            status: 'CONFIRMED',
            is_late: false,
          },
          ...{ start_date: FROM, start_time: '10:00', end_date: '2026-12-04', end_time: '10:00' },
          // The company keeps half an hour between two rentals.
          free_from: '2026-12-04T10:30',
        },
        { kind: 'BLOCK', id: String(block.id), label: 'سرویس', status: null, ...later },
      ],
    })
    expect((await rowOf(101, { from: '2026-12-20' }))?.stays).toEqual([])
  })

  test('has pages of vehicles, and ignores invalid parameters', async () => {
    const second = await desk.calls.company.calendar.read({ from: FROM, size: 5, page: 2 })
    expect(second).toMatchObject({
      count: 20,
      from: FROM,
      days: 14,
      today: '2026-11-23',
      next_slot: '2026-11-23T09:30',
    })
    expect(second.results.map(({ id }) => id)).toEqual([106, 107, 108, 109, 110])
    const nonsense = { from: 'never', days: 400, size: 100_000, page: -2 } as object
    expect(await desk.calls.company.calendar.read(nonsense)).toMatchObject({ from: '2026-11-23', days: 14 })
    await db.updateTable('ad').set({ plate: '74186 کیش' }).where('id', '=', 107).execute()
    expect((await desk.calls.company.calendar.read({ q: '۷۴۱۸۶' })).results.map(({ id }) => id)).toEqual([107])
  })

  test('is visible only to owners and desk staff of the company', async () => {
    expect((await elsewhere.calls.company.calendar.read({})).results.map(({ id }) => id)).toEqual([
      201, 202, 203, 204, 205,
    ])
    expect((await admin.calls.company.calendar.read({})).count).toBe(25)
    for (const { calls } of [owner, driver]) expect(await codeOf(calls.company.calendar.read({}))).toBe('NOT_FOUND')
    expect(await codeOf(elsewhere.calls.company.calendar.read({ company: TOMAN.company }))).toBe('NOT_FOUND')
  })
})

describe('a block over a booking', () => {
  test('is refused with the booking in the way and the free times', async () => {
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 103, phone: '09121230003' })
    await payAtBank(site, bank, id)
    await desk.calls.company.calendar.block({ ad: 102, ...TIME })
    expect(await codeOf(desk.calls.company.calendar.block({ ad: 103, ...TIME }))).toBe('VEHICLE_TAKEN')
    const { in_the_way } = await desk.calls.company.calendar.conflicts({ id: 103, ...TIME })
    expect(in_the_way).toMatchObject([{ kind: 'RESERVATION', id: await deskIdOf(db, id), label: DRIVER.fullname }])
    for (const { calls } of [owner, driver, elsewhere])
      expect(await codeOf(calls.company.calendar.conflicts({ id: 103, ...TIME }))).toBe('NOT_FOUND')
    const backwards = { ...TIME, end_date: '2026-11-30' }
    expect(await codeOf(desk.calls.company.calendar.conflicts({ id: 103, ...backwards }))).toBe('INVALID_FIELDS')
  })

  test('says what it is for, in the calendar and the list; one vehicle can be shown alone', async () => {
    const start = { start_date: '2027-02-01', start_time: '10:00', end_date: '2027-02-02', end_time: '10:00' }
    const { block, blocks, read } = desk.calls.company.calendar
    expect(await codeOf(block({ ad: 110, ...start, purpose: 'PARTY' } as never))).toBe('INVALID_FIELDS')
    const { id } = await block({ ad: 110, ...start, purpose: 'SERVICE', note: 'Brakes' })
    const { results } = await blocks({ size: 100 })
    expect(results.find((one) => one.id === id)).toMatchObject({ purpose: 'SERVICE', note: 'Brakes' })
    const alone = await read({ from: '2027-02-01', ad: 110 })
    expect(alone.results.map((one) => one.id)).toEqual([110])
    expect(alone.results[0]?.stays).toMatchObject([{ kind: 'BLOCK', purpose: 'SERVICE', label: 'Brakes' }])
    // Another company's vehicle is not found.
    expect((await read({ ad: BY_HAND.ad })).results).toEqual([])
  })

  test('at the same moment: one of them wins', async () => {
    const booking = visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 115, phone: '09121230015' })
    const outcomes = await Promise.allSettled([booking, desk.calls.company.calendar.block({ ad: 115, ...TIME })])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await rowOf(115))?.stays).toHaveLength(1)
  })
})
