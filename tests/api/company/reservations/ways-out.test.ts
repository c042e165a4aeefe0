import { beforeEach, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, {
  ...({ role: 'AGENT', company: TOMAN.company } as const),
  ...({ phone: '+989120000101', staffRole: 'DESK' } as const),
})

beforeEach(() => site.clock.set('2026-11-23T05:30:00Z'))

const { id: _, ...CLOCK } = RENTAL
const CUSTOMER = { fullname: 'مهدی سعادت', country_code: '+98', phone: '09135550126' }
const days = (start_date: string, end_date: string) => ({ ...CLOCK, start_date, end_date })
const book = (ad: number, start: string, end: string) =>
  desk.calls.company.reservations.book({ ad, ...days(start, end), ...CUSTOMER, source: 'PHONE', payment: 'LATER' })
/** Gives a vehicle of the test fleet a plate, by which staff look for it. */
async function plated(ad: number): Promise<string> {
  const plate = `12B3${ad}11`
  await db.updateTable('ad').set({ plate }).where('id', '=', ad).execute()
  return plate
}
const { waysOut } = desk.calls.company.reservations

test('of a vehicle that is taken are its holder, its next free days, and other days', async () => {
  const plate = await plated(101)
  const { id } = await book(101, '2027-02-01', '2027-02-04')
  await book(101, '2027-02-05', '2027-02-06')
  const { holder, same_vehicle, other_days } = await waysOut({ ...days('2027-02-02', '2027-02-04'), ad: 101 })
  expect(holder).toMatchObject({
    ...{ plate, until: '2027-02-04T06:30:00.000Z', zone: 'Asia/Tehran', purpose: null },
    reservation: { id, fullname: CUSTOMER.fullname },
  })
  // Its gap follows the rental that ends on the sixth at the same hour.
  expect(same_vehicle).toMatchObject({ start_date: '2027-02-07', end_date: '2027-02-09', cheapest: { id: 101 } })
  expect(other_days.map(({ start_date }) => start_date)).toEqual(['2027-02-01', '2027-02-03'])
})

test('the holder’s name is the first one until the company has accepted', async () => {
  const times = days('2027-05-01', '2027-05-04')
  const { id } = await site.as().reservations.reserve({ ...RENTAL, ...DRIVER, id: 106, ...times })
  const nameOf = async () => (await waysOut({ ...times, ad: 106 })).holder?.reservation?.fullname
  expect(await nameOf()).toBe(DRIVER.fullname.split(' ')[0])
  await db.updateTable('reservation').set({ status: 'CONFIRMED' }).where('id', '=', id).execute()
  expect(await nameOf()).toBe(DRIVER.fullname)
})

test('of a blocked vehicle name what it is blocked for', async () => {
  const times = days('2027-03-01', '2027-03-03')
  await desk.calls.company.calendar.block({ ad: 102, ...times, purpose: 'SERVICE' })
  expect((await waysOut({ ...times, ad: 102 })).holder).toMatchObject({ reservation: null, purpose: 'SERVICE' })
  expect((await waysOut({ ...times, ad: 103 })).holder).toBeNull()
})

test('are the nearest days where nothing of that name is free', async () => {
  const q = await plated(104)
  await book(104, '2026-11-24', '2026-11-27')
  const { holder, same_vehicle, other_days } = await waysOut({ ...days('2026-11-24', '2026-11-26'), q })
  expect({ holder, same_vehicle }).toEqual({ holder: null, same_vehicle: null })
  // Nothing before today is offered.
  expect(other_days).toMatchObject([{ start_date: '2026-11-28', count: 1, cheapest: { id: 104 } }])
  expect((await waysOut({ ...days('2026-11-24', '2026-11-26'), q, place: PLACES.byHand })).other_days).toEqual([])
})

test('are none where every day is taken, and no other company’s', async () => {
  const q = await plated(105)
  await db.updateTable('ad').set({ status: 0 }).where('id', '=', 105).execute()
  expect((await waysOut({ ...days('2027-04-01', '2027-04-03'), q })).other_days).toEqual([])
  const asked = { ...days('2027-04-01', '2027-04-03'), ad: 101 }
  expect((await refusal(elsewhere.calls.company.reservations.waysOut(asked))).code).toBe('NOT_FOUND')
  expect((await admin.calls.company.reservations.waysOut({ ...asked, company: TOMAN.company })).holder).toBeNull()
})
