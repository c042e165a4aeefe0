import { afterEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, elsewhere } = await fiveIdentities(site)
const boss = await signedIn(site, {
  ...{ phone: '+989120000211', role: 'AGENT', company: TOMAN.company, staffRole: 'OWNER' },
})

afterEach(() => expect(site.reported).toEqual([]))

/** A rental ends on the 4th at 10:00. */
const NEXT = { ...RENTAL, start_date: '2026-12-04', end_date: '2026-12-06' }
const setGap = (turnaround_minutes: number) => boss.calls.company.settings.update({ turnaround_minutes })
const book = (rental: object, phone: string) => visitor.reservations.reserve({ ...RENTAL, ...DRIVER, ...rental, phone })
const foundAt = async (times: { start_date: string; start_time: string; end_date: string; end_time: string }) => {
  const { start_date, start_time, end_date, end_time } = times
  const body = { city: { id: 1061 }, start_date, start_time, end_date, end_time }
  return (await visitor.ads.search({ query: { page: 1, size: 100 }, body })).results.map(({ id }) => id)
}
const freeAgain = async (ad: number) => {
  const { results } = await boss.calls.company.calendar.read({ from: RENTAL.start_date })
  return results.find(({ id }) => id === ad)?.stays.map(({ free_from }) => free_from)
}

test('only the owner of a company sets its gap, of at most two days', async () => {
  expect(await setGap(90)).toMatchObject({ turnaround_minutes: 90 })
  expect(await boss.calls.company.settings.read({})).toMatchObject({ turnaround_minutes: 90 })
  for (const wrong of [-1, 2881, 1.5])
    expect(Object.keys(((await refusal(setGap(wrong))).data as { fields: object }).fields)).toEqual([
      'turnaround_minutes',
    ])
  for (const { calls } of [owner, elsewhere])
    expect((await refusal(calls.company.settings.update({ company: TOMAN.company, turnaround_minutes: 0 }))).code).toBe(
      'NOT_FOUND',
    )
})

test('the next rental begins after the gap: when booking, in the calendar and by the database', async () => {
  const { id } = await book({ id: 101 }, '09121230001')
  await payAtBank(site, bank, id)
  expect(await freeAgain(101)).toEqual(['2026-12-04T11:30'])
  expect((await refusal(book({ ...NEXT, id: 101, start_time: '11:00' }, '09121230002'))).code).toBe('VEHICLE_TAKEN')
  expect((await book({ ...NEXT, id: 101, start_time: '11:30' }, '09121230003')).id).toBeTruthy()
})

test('a new gap holds for what is booked, and ends where the next rental begins', async () => {
  const first = await book({ id: 102 }, '09121230004')
  await payAtBank(site, bank, first.id)
  await setGap(240)
  // On 101 the next one begins at 11:30.
  expect((await freeAgain(101))?.[0]).toBe('2026-12-04T11:30')
  expect(await freeAgain(102)).toEqual(['2026-12-04T14:00'])
  expect((await refusal(book({ ...NEXT, id: 102, start_time: '13:30' }, '09121230005'))).code).toBe('VEHICLE_TAKEN')
  await setGap(0)
  expect(await freeAgain(102)).toEqual(['2026-12-04T10:00'])
  expect((await book({ ...NEXT, id: 102 }, '09121230006')).id).toBeTruthy()
})

test('a new gap that the next rental cuts short is not in the way of a change that takes no more time', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 113 })
  await payAtBank(site, bank, id)
  expect((await book({ ...NEXT, id: 113, start_time: '10:30' }, '09121230031')).id).toBeTruthy()
  await setGap(240)
  expect((await freeAgain(113))?.[0]).toBe('2026-12-04T10:30')
  const { quoteChange, change } = owner.calls.reservations
  expect(await quoteChange({ id, child_seat_count: 1 })).toMatchObject({ available: true, gap: null })
  const { status, transaction_id } = await change({ id, child_seat_count: 1 })
  expect(status).toBe('AWAITING_PAYMENT')
  await payAtBank(site, bank, transaction_id ?? '')
  // One that costs nothing more, at once.
  expect((await change({ id, child_seat_count: 0 })).status).toBe('DONE')
  expect((await freeAgain(113))?.[0]).toBe('2026-12-04T10:30')
  expect(await quoteChange({ id, end_time: '10:30' })).toMatchObject({ available: false })
  await setGap(0)
})

test('a vehicle can have a gap of its own, and its company’s again; others keep theirs', async () => {
  await setGap(60)
  for (const [ad, phone] of [
    [106, '09121230041'],
    [107, '09121230042'],
  ] as const) {
    const { id } = await book({ id: ad }, phone)
    await payAtBank(site, bank, id)
  }
  const { company } = boss.calls
  for (const wrong of [-1, 2881, 1.5, 'long'] as number[])
    expect((await refusal(company.fleet.change({ id: 106, gap_minutes: wrong }))).data).toHaveProperty(
      'fields.gap_minutes',
    )
  expect((await refusal(elsewhere.calls.company.fleet.change({ id: 106, gap_minutes: 5 }))).code).toBe('NOT_FOUND')
  expect(await company.fleet.change({ id: 106, gap_minutes: 240 })).toMatchObject({ gap_minutes: 240 })
  expect((await company.fleet.read({ id: 106 })).gap_minutes).toBe(240)
  expect(await freeAgain(106)).toEqual(['2026-12-04T14:00'])
  expect(await freeAgain(107)).toEqual(['2026-12-04T11:00'])
  // The company's gap is none of its business now.
  await setGap(90)
  expect(await freeAgain(106)).toEqual(['2026-12-04T14:00'])
  expect(await freeAgain(107)).toEqual(['2026-12-04T11:30'])

  const early = { ...NEXT, start_time: '13:30' }
  expect(await foundAt(early)).not.toContain(106)
  expect(await foundAt({ ...NEXT, start_time: '14:00' })).toContain(106)
  expect((await refusal(book({ ...early, id: 106 }, '09121230043'))).code).toBe('VEHICLE_TAKEN')
  const { id } = await book({ ...NEXT, id: 106, start_time: '14:00' }, '09121230044')
  await payAtBank(site, bank, id)
  expect((await freeAgain(106))?.[1]).toBe('2026-12-06T14:00')

  await company.fleet.change({ id: 106, gap_minutes: null })
  expect(await freeAgain(106)).toEqual(['2026-12-04T11:30', '2026-12-06T11:30'])
})

test('the gap of a vehicle goes to its copies, too, and to what is moved to it', async () => {
  const { company } = boss.calls
  await company.fleet.change({ id: 108, gap_minutes: 120 })
  const { vehicles } = await company.fleet.copy({ id: 108, plates: ['74999 کیش'] })
  const copy = vehicles[0]?.id ?? 0
  expect((await company.fleet.read({ id: copy })).gap_minutes).toBe(120)
  const { id } = await book({ id: 109 }, '09121230051')
  await payAtBank(site, bank, id)
  await company.fleet.change({ id: 108, gap_minutes: 180, all_units: true })
  const desk = await deskIdOf(db, id)
  await company.reservations.moveToVehicle({ id: desk, ad: copy, former: 109 })
  expect(await freeAgain(copy)).toEqual(['2026-12-04T13:00'])
  expect(await freeAgain(109)).toEqual([])
})

describe('a price that is refused only for the gap', () => {
  test('says how long the gap is, and the first pick-up and last return that it leaves', async () => {
    await boss.calls.company.fleet.change({ id: 110, gap_minutes: 240 })
    const first = await book({ id: 110 }, '09121230061')
    await payAtBank(site, bank, first.id)
    const last = await book({ id: 110, start_date: '2026-12-10', end_date: '2026-12-12' }, '09121230062')
    await payAtBank(site, bank, last.id)
    const priced = (times: object) => visitor.reservations.price({ ...RENTAL, id: 110, ...times })
    expect(await priced({ start_date: '2026-12-04', start_time: '11:00', end_date: '2026-12-06' })).toMatchObject({
      available: false,
      gap: { minutes: 240, from: '2026-12-04T10:30:00.000Z', until: null },
    })
    expect(await priced({ start_date: '2026-12-07', end_date: '2026-12-10', end_time: '09:00' })).toMatchObject({
      available: false,
      gap: { minutes: 240, from: null, until: '2026-12-10T02:30:00.000Z' },
    })
    expect(await priced({ start_date: '2026-12-05', end_date: '2026-12-08' })).toMatchObject({
      available: true,
      gap: null,
    })
  })

  test('but not where somebody has the vehicle, or nothing is left between two rentals', async () => {
    const priced = (times: object) => visitor.reservations.price({ ...RENTAL, id: 110, ...times })
    expect(await priced({})).toMatchObject({ available: false, gap: null })
    const night = { start_date: '2026-12-04', start_time: '11:00', end_date: '2026-12-10', end_time: '09:00' }
    await boss.calls.company.fleet.change({ id: 110, gap_minutes: 2880 })
    expect(await priced(night)).toMatchObject({ available: false, gap: { minutes: 2880 } })
    const short = { start_date: '2026-12-04', start_time: '11:00', end_date: '2026-12-06', end_time: '10:00' }
    const block = { ad: 110, start_date: '2026-12-06', start_time: '12:00', end_date: '2026-12-07', end_time: '10:00' }
    await boss.calls.company.calendar.block(block)
    expect(await priced(short)).toMatchObject({ available: false, gap: null })
  })
})

test('bookings and a new gap at the same time leave no overlap and no error of ours', async () => {
  for (const ad of [103, 104, 105]) {
    const { id } = await book({ id: ad }, `0912123001${ad % 10}`)
    await payAtBank(site, bank, id)
  }
  const outcomes = await Promise.allSettled([
    setGap(180),
    ...[103, 104, 105].map((ad) => book({ ...NEXT, id: ad, start_time: '11:00' }, `0912123002${ad % 10}`)),
    setGap(60),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'VEHICLE_TAKEN' })
  const busy = await db
    .selectFrom('busy as one')
    .innerJoin('busy as other', (join) =>
      join
        .onRef('one.ad_id', '=', 'other.ad_id')
        .onRef('one.id', '<', 'other.id')
        .onRef('one.start_at', '<', 'other.end_at')
        .onRef('other.start_at', '<', 'one.end_at'),
    )
    .select('one.id')
    .where('one.status', 'in', [1, 2])
    .where('other.status', 'in', [1, 2])
    .execute()
  expect(busy).toEqual([])
})
