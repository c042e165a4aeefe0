import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reloadHours } from '#app/db/prices/closed-days.ts'
import { testApi } from '../../../support/api/api.ts'
import { deskIdOf } from '../../../support/api/desk-id.ts'
import { DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner: customer, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })
const owner = agency.calls.company

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await db.deleteFrom('closed_days').execute()
  await db.updateTable('place').set({ week: null }).execute()
  await setHours({ opens_at: '08:00', closes_at: '20:00' })
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const dataOf = async (call: Promise<unknown>) => (await refusal(call)).data as { fields: unknown; values?: unknown }
const fieldsOf = async (call: Promise<unknown>) => (await dataOf(call)).fields
const EXPO = { start_date: '2026-12-01', end_date: '2026-12-02', reason: 'نمایشگاه' }
const found = async (times: { start_time?: string; end_time?: string } = {}) =>
  (
    await visitor.ads.search({
      query: {},
      body: { city: 1061, start_date: RENTAL.start_date, end_date: RENTAL.end_date, ...times },
    } as never)
  ).count
async function setHours(hours: { opens_at: string; closes_at: string }) {
  await db.updateTable('place').set(hours).where('company_id', '=', TOMAN.company).execute()
  await reloadHours(db, site.clock.now())
}
const price = (change: object = {}) => site.as({ language: 'en' }).reservations.price({ ...RENTAL, ...change })

describe('closed days', () => {
  test('refuse a pick-up and say when the place opens again', async () => {
    await owner.places.closeDays(EXPO)
    const { fields, values } = await dataOf(price())
    expect(fields).toEqual({ start_date: ['closed_day'] })
    expect(values).toMatchObject({ start_date: { opens: 'Thu 3\u00a0Dec, 08:00' } })
    expect(await fieldsOf(visitor.reservations.reserve({ ...RENTAL, ...DRIVER }))).toEqual({
      start_date: ['closed_day'],
    })
    expect((await price({ start_date: '2026-12-03' })).days).toBe(1)
  })

  test('refuse a return', async () => {
    await owner.places.closeDays({ ...EXPO, start_date: '2026-12-04', end_date: '2026-12-04' })
    expect(await fieldsOf(price())).toEqual({ end_date: ['closed_day'] })
  })

  test('of one place leave the other places open', async () => {
    await owner.places.closeDays({ ...EXPO, place: PLACES.office })
    const airport = { receive_address: { id: PLACES.airport }, return_address: { id: PLACES.office } }
    expect((await price(airport)).days).toBe(3)
    expect(await fieldsOf(price())).toEqual({ start_date: ['closed_day'] })
  })

  test('of all places take a company out of the search for these days', async () => {
    const before = await found()
    await owner.places.closeDays({ ...EXPO, place: PLACES.office })
    expect(await found()).toBe(before)
    const { id } = await owner.places.closeDays(EXPO)
    expect(await found()).toBe(before - 20)
    await owner.places.openDays({ id })
    expect(await found()).toBe(before)
  })

  test('do not affect existing bookings, and are listed with them', async () => {
    const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09121234567' })
    expect(await owner.places.closeDays(EXPO)).toMatchObject({ affected_count: 1 })
    const { closed } = await owner.places.hours({})
    const deskId = await deskIdOf(db, id)
    expect(closed).toMatchObject([
      {
        place: null,
        reason: EXPO.reason,
        affected_count: 1,
        affected: [{ id: deskId, side: 'receive', date: '2026-12-01' }],
      },
    ])
    await db.updateTable('reservation').set({ status: 'CONFIRMED', paid: 810_000 }).where('id', '=', id).execute()
    const quote = await customer.calls.reservations.quoteChange({ id, end_date: '2026-12-05' })
    expect(quote.difference).toBeGreaterThan(0)
    expect(await fieldsOf(customer.calls.reservations.quoteChange({ id, start_date: '2026-12-02' }))).toEqual({
      start_date: ['closed_day'],
    })
    await db.updateTable('reservation').set({ status: 'CANCELLED' }).where('id', '=', id).execute()
    expect((await owner.places.hours({})).closed[0]?.affected_count).toBe(0)
  })

  test('are validated', async () => {
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, end_date: '2026-11-30' }))).toEqual({
      end_date: ['ends_before'],
    })
    const past = { start_date: '2026-11-01', end_date: '2026-11-02' }
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, ...past }))).toEqual({ end_date: ['past'] })
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, end_date: '2028-01-01' }))).toEqual({
      end_date: ['too_long'],
    })
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, place: PLACES.byHand }))).toEqual({ place: ['place'] })
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, reason: 'x'.repeat(81) }))).toEqual({
      reason: ['max_length'],
    })
    expect(await fieldsOf(owner.places.closeDays({ ...EXPO, reason: ' ' }))).toEqual({ reason: ['required'] })
  })

  test('are at most two hundred, not counting past ones in the company’s time zone', async () => {
    // Half past two at night in Kish, and still the day before in UTC.
    site.clock.set('2026-12-02T23:00:00Z')
    const over = { company_id: TOMAN.company, starts_on: '2026-12-02', ends_on: '2026-12-02' }
    await db
      .insertInto('closed_days')
      .values(Array.from({ length: 200 }, () => over))
      .execute()
    const tomorrow = { ...EXPO, start_date: '2026-12-03', end_date: '2026-12-03' }
    await agency.calls.company.places.closeDays(tomorrow)
    const coming = { ...over, starts_on: '2026-12-04', ends_on: '2026-12-04' }
    await db
      .insertInto('closed_days')
      .values(Array.from({ length: 199 }, () => coming))
      .execute()
    expect(await fieldsOf(agency.calls.company.places.closeDays(tomorrow))).toEqual({ start_date: ['max'] })
  })

  test('can be added for all public holidays of a year at once, without duplicates', async () => {
    const { holidays } = await owner.places.hours({})
    expect(holidays).toEqual({ country: 'IR', calendar: 'jalali', years: [1405, 1406] })
    const { added } = await owner.places.closeHolidays({ year: 1405 })
    expect(added).toBeGreaterThan(3)
    expect(await owner.places.closeHolidays({ year: 1405 })).toMatchObject({ added: 0 })
    const { closed } = await owner.places.hours({})
    expect(closed.find(({ holiday }) => holiday === 'bahman')).toMatchObject({
      starts_on: '2027-02-11',
      by_moon: false,
    })
    expect(closed.every(({ starts_on }) => starts_on >= '2026-11-23')).toBe(true)
    expect(await fieldsOf(owner.places.closeHolidays({ year: 1500 }))).toEqual({ year: ['not_offered'] })
  })
})

describe('a week', () => {
  const week = (...days: [string, string][][]) => days
  const split: [string, string][] = [
    ['09:00', '09:30'],
    ['16:00', '20:00'],
  ]

  test('decides which times can be booked', async () => {
    // 1 December is a Tuesday.
    await owner.places.setHours({ place: PLACES.office, week: week(split, split, split, split, split, [], []) })
    expect(await fieldsOf(price())).toEqual({ start_time: ['outside_hours'], end_time: ['outside_hours'] })
    expect((await price({ start_time: '16:30', end_time: '16:30' })).days).toBe(3)
    expect(await fieldsOf(price({ start_time: '16:30', end_date: '2026-12-06' }))).toEqual({ end_date: ['closed_day'] })
    const read = await visitor.companies.read({ id: TOMAN.company })
    expect(read.places[0]?.week?.[0]).toEqual(split)
    await agency.calls.company.settings.update({ places: [{ id: PLACES.office, opens_at: '08:00' }] })
    expect((await owner.places.hours({})).places[0]).toMatchObject({ week: null, opens_at: '08:00' })
  })

  test('take the company out of a search whose pick-up or return is outside of them at all places, as a booking would be refused', async () => {
    const others = { opens_at: '00:00', closes_at: '24:00' }
    await db.updateTable('place').set(others).where('company_id', '<>', TOMAN.company).execute()
    await setHours(others)
    const [early, late] = [await found({ start_time: '03:00' }), await found({ end_time: '21:00' })]
    expect(Math.min(early, late)).toBeGreaterThan(5)
    await setHours({ opens_at: '08:00', closes_at: '20:00' })
    expect(await found({ start_time: '03:00' })).toBe(5)
    expect(await found({ end_time: '21:00' })).toBe(5)
    expect(await fieldsOf(price({ start_time: '03:00' }))).toEqual({ start_time: ['outside_hours'] })

    await setHours({ opens_at: '08:00', closes_at: '22:00' })
    expect(await found({ end_time: '21:00' }), 'until ten it is open').toBe(late)
  })

  test('that closes all places takes the company out of the search', async () => {
    const before = await found()
    await owner.places.setHours({ week: week(split, [], split, split, split, split, split) })
    expect(before).toBeGreaterThan(5)
    expect(await found()).toBe(5)
  })

  test('must have seven days with periods in order', async () => {
    expect(await fieldsOf(owner.places.setHours({ week: [] }))).toEqual({ week: ['hours'] })
    const crossed: [string, string][] = [
      ['09:00', '13:00'],
      ['12:00', '20:00'],
    ]
    const fields = await fieldsOf(owner.places.setHours({ week: week(crossed, [], [], [], [], [], []) }))
    expect(fields).toEqual({ 'week.0': ['hours'] })
    expect(await codeOf(owner.places.setHours({ place: PLACES.byHand, week: week([], [], [], [], [], [], []) }))).toBe(
      'NOT_FOUND',
    )
  })
})

test('opening hours are changed by owners, read by the desk, and not found by anybody else', async () => {
  const { id } = await owner.places.closeDays(EXPO)
  expect((await desk.calls.company.places.hours({})).closed).toHaveLength(1)
  expect((await admin.calls.company.places.hours({ company: TOMAN.company })).closed).toHaveLength(1)
  for (const calls of [desk.calls, driver.calls, customer.calls, elsewhere.calls]) {
    expect(await codeOf(calls.company.places.openDays({ id }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.places.closeDays({ ...EXPO, company: TOMAN.company }))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.places.closeHolidays({ company: TOMAN.company, year: 1405 }))).toBe('NOT_FOUND')
  }
  expect(await codeOf(visitor.company.places.hours({}))).toBe('INVALID_TOKEN')
  const entries = await db.selectFrom('audit_entry').select('action').where('subject', '=', 'closed_days').execute()
  expect(entries).toContainEqual({ action: 'INSERT' })
})
