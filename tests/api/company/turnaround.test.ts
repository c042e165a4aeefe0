import { afterEach, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
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
