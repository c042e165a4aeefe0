import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { testApi } from '../../support/api/api.ts'
import { deskIdOf } from '../../support/api/desk-id.ts'
import { ABROAD, DRIVER, loadFleet, phoneOf, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { payAtBank } from '../../support/browser/steps/paid.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })

const owners = await signedIn(site, { ...staff, phone: '+989120000102' })

const damage = { COIN: 1_000_000, HAND: 2_000_000, LARGE: 3_000_000 }
const CHARGES = { km: 6_000, fuel_eighth: 100_000, charge_percent: 10_000, late_hour: 200_000, damage }
const OFFERED = { mileage_per_day: 250, extra_km_price: 8_000, fuel_rule: 'PREPAID' } as const
/** What the company makes of it after the booking. */
const RAISED = { mileage_per_day: 100, extra_km_price: 20_000, fuel_rule: 'FULL_TO_FULL' } as const
const AGREED = { ...CHARGES, km: 8_000, included: { mileage_per_day: 250, fuel_rule: 'PREPAID' } }

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await db.deleteFrom('message_count').execute()
  await offer(OFFERED, CHARGES)
})

async function offer(vehicle: typeof OFFERED | typeof RAISED, charges: typeof CHARGES) {
  await db.updateTable('ad').set(vehicle).where('company_id', '=', TOMAN.company).execute()
  await owners.calls.company.settings.update({ charges })
}
const raise = () => offer(RAISED, { ...CHARGES, fuel_eighth: 900_000, late_hour: 700_000 })

async function paid(car: number) {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: car })
  await payAtBank(site, bank, id)
  return id
}
const RECORD = { odometer: 48_000, level: 8, handed_by: 'لیلا', received_by: 'سارا محمدی' } as const
const pickUp = (id: string) => {
  site.clock.set('2026-12-01T06:30:00Z')
  return desk.calls.company.protocols.finish({ id, kind: 'PICK_UP', ...RECORD })
}
const back = (id: string, at: string, odometer: number) => {
  site.clock.set(at)
  return desk.calls.company.protocols.finish({
    id,
    kind: 'RETURN',
    ...RECORD,
    odometer,
    level: 6,
    open_reason: 'By invoice',
  })
}
const termsAtDesk = async (id: string) => (await desk.calls.company.protocols.read({ id, kind: 'PICK_UP' })).terms
const keptOf = async (id: string) =>
  (await db.selectFrom('reservation').select('terms').where('id', '=', id).executeTakeFirstOrThrow()).terms
const shownOf = async (id: string) => {
  const { ad } = await visitor.reservations.voucher({ id })
  const { fuel_rule, mileage_per_day, extra_km_price } = ad
  return { fuel_rule, mileage_per_day, extra_km_price }
}

test('kilometres, fuel, and what differences cost are as at the booking until the return, whatever the company changes', async () => {
  const id = await paid(101)
  await raise()
  expect(await shownOf(id)).toEqual(OFFERED)
  const contract = async () =>
    (await desk.calls.company.contracts.make({ id: await deskIdOf(db, id), language: 'en' })).contracts[0]?.text
  const text = await contract()
  expect(text).toContain('250 km')
  expect(text).toContain('8,000 toman')
  expect(text).not.toContain('20,000 toman')
  expect(await termsAtDesk(id)).toMatchObject({ km: 8_000, fuel_eighth: 100_000 })

  await pickUp(id)
  expect((await owner.calls.reservations.protocols({ id })).protocols[0]?.terms).toMatchObject({ km: 8_000 })
  expect(await shownOf(id)).toEqual(OFFERED)
  // 30 km too many, prepaid fuel, and two and a half hours late.
  await back(id, '2026-12-04T09:00:00Z', 48_780)
  const { proposals, late_fee } = await desk.calls.company.reservations.read({ id })
  expect(proposals).toMatchObject([{ lines: [{ kind: 'km', quantity: 30, unit: 8_000 }] }])
  expect(late_fee).toBe(400_000)
})

test('the late fee is said before the booking, and on voucher and contract as it was then', async () => {
  const page = await visitor.ads.read({ id: 110, currency: 'IRT' })
  expect(page).toMatchObject({ late_hour_price: 200_000, extra_km_price: 8_000 })
  const id = await paid(110)
  await raise()
  expect(await visitor.ads.read({ id: 110, currency: 'IRT' })).toMatchObject({ late_hour_price: 700_000 })
  expect(await visitor.ads.read({ id: 110, currency: 'EUR' })).toMatchObject({ late_hour_price: 700 })
  expect((await visitor.reservations.voucher({ id })).ad.late_hour_price).toBe(200_000)
  const { contracts } = await desk.calls.company.contracts.make({ id: await deskIdOf(db, id), language: 'en' })
  expect(contracts[0]?.text).toContain('200,000 toman for each started hour')
})

test('a reservation from before these were kept goes by the record of its pick-up, and without one by the vehicle and the usual charges', async () => {
  const id = await paid(102)
  await db.updateTable('reservation').set({ terms: null }).where('id', '=', id).execute()
  await raise()
  expect(await shownOf(id)).toEqual(RAISED)
  // No company had charges of its own then.
  expect(await termsAtDesk(id)).toMatchObject({ km: 20_000, late_hour: 300_000 })
  await offer(OFFERED, CHARGES)
  await pickUp(id)
  await raise()
  expect(await shownOf(id)).toEqual(OFFERED)
  await back(id, '2026-12-04T09:00:00Z', 48_780)
  const { proposals, late_fee } = await desk.calls.company.reservations.read({ id })
  expect(proposals).toMatchObject([{ lines: [{ kind: 'km', quantity: 30, unit: 8_000 }] }])
  expect(late_fee).toBe(600_000)
})

test('a longer rental and another vehicle keep the terms of the booking', async () => {
  const id = await paid(103)
  await raise()
  const { extend } = desk.calls.company.reservations.extensions
  await extend({ id, end_date: addDays(RENTAL.end_date, 1), end_time: RENTAL.end_time, payment: 'LATER' })
  await desk.calls.company.reservations.moveToVehicle({ id: await deskIdOf(db, id), ad: 104, former: 103 })
  expect(await shownOf(id)).toEqual(OFFERED)
  await pickUp(id)
  await back(id, '2026-12-05T06:30:00Z', 49_010)
  // Four days of 250 km.
  expect((await desk.calls.company.reservations.read({ id })).proposals).toMatchObject([
    { lines: [{ kind: 'km', quantity: 10, unit: 8_000 }] },
  ])
})

test('staff’s own bookings and quotes keep them, too', async () => {
  const { id: _, ...TIMES } = RENTAL
  const form = { ...TIMES, fullname: 'مهدی سعادت', country_code: '+98', phone: '09135550126' }
  const booked = await desk.calls.company.reservations.book({ ad: 105, ...form, source: 'PHONE', payment: 'LATER' })
  const quote = { ad: 106, ...form, source: 'PHONE', payment: 'LINK', term: 'DAY' } as const
  const offered = await desk.calls.company.reservations.quotes.offer(quote)
  const kept = await db
    .selectFrom('reservation')
    .select('terms')
    .where(
      'number',
      'in',
      [booked, offered].map(({ number }) => Number(number.slice(3))),
    )
    .execute()
  expect(kept.map(({ terms }) => terms)).toEqual([AGREED, AGREED])
})

test('prices are kept in the currency of the reservation, at its rate', async () => {
  const form = { ...RENTAL, ...DRIVER, ...ABROAD, phone: phoneOf(1), currency: 'EUR' } as const
  const { id } = await visitor.reservations.reserve({ ...form, id: 107 })
  await db.updateTable('currency').set({ irt_per_unit: 50_000 }).where('code', '=', 'EUR').execute()
  expect(await keptOf(id)).toMatchObject({ km: 8, fuel_eighth: 100, late_hour: 200, damage: { COIN: 1_000 } })
  expect(await shownOf(id)).toMatchObject({ extra_km_price: 8 })
})

test('a vehicle without its own price of a kilometre is charged the company’s, and one without a limit none', async () => {
  await db.updateTable('ad').set({ extra_km_price: null }).where('id', 'in', [108, 109]).execute()
  await db.updateTable('ad').set({ mileage_per_day: null }).where('id', '=', 109).execute()
  const { id: _, ...time } = RENTAL
  const { results } = await visitor.reservations.offers({ ...time, city: '1061', currency: 'IRT', size: 50 })
  for (const [car, price] of [
    [108, 6_000],
    [109, null],
  ] as const) {
    expect((await visitor.ads.read({ id: car, currency: 'IRT' })).extra_km_price).toBe(price)
    expect(results.find(({ vehicle }) => vehicle.id === car)?.mileage.extra_km?.amount ?? null).toBe(price)
    expect((await shownOf(await paid(car))).extra_km_price).toBe(price)
  }
})
