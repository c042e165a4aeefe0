import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, PLACES, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner: customer, agency, elsewhere, admin } = await fiveIdentities(site)
const desk = await signedIn(site, {
  role: 'AGENT',
  company: TOMAN.company,
  phone: '+989120000101',
  staffRole: 'DESK',
})
const owner = agency.calls.company

beforeEach(() => site.clock.set('2026-11-23T05:30:00Z'))
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const BEACH = {
  city: 1061,
  kind: 'HOTEL',
  name: { fa: 'هتل‌های ساحل' },
  address: { en: 'East Coast Road' },
  receive_fee: '۱۲٬۰۰۰',
  return_fee: 0,
} as const
const linesOf = async (receive: number, back = receive) => {
  const { lines } = await visitor.reservations.price({
    ...RENTAL,
    receive_address: { id: receive },
    return_address: { id: back },
  })
  return lines
}

describe('places', () => {
  test('can be added, and customers pay their fees', async () => {
    const place = await owner.places.add(BEACH as never)
    expect(place).toMatchObject({ kind: 'HOTEL', receive_fee: 12_000, return_fee: 0, paused: false, upcoming: 0 })
    const { places } = await visitor.companies.read({ id: TOMAN.company })
    // A language without a text of its own falls back to another one.
    expect(places.find(({ id }) => id === place.id)).toMatchObject({
      name: 'هتل‌های ساحل',
      address: 'East Coast Road',
      opens_at: '08:00',
    })
    expect((await linesOf(place.id)).map(({ amount }) => amount)).toContain(12_000)
    await owner.places.change({ id: place.id, receive_fee: 15_000 })
    expect((await linesOf(place.id)).map(({ amount }) => amount)).toContain(15_000)
    // Fields that are not sent do not change.
    await owner.places.change({ id: place.id, return_fee: 8_000 })
    expect(await owner.places.change({ id: place.id, paused: true })).toMatchObject({
      ...{ receive_fee: 15_000, return_fee: 8_000, paused: true },
    })
  })

  test('accept nothing new when paused, and keep what is booked', async () => {
    const booked = await visitor.reservations.reserve({
      ...RENTAL,
      ...DRIVER,
      phone: '09121234567',
      receive_address: { id: PLACES.airport },
      return_address: { id: PLACES.airport },
    })
    await db
      .updateTable('reservation')
      .set({ status: 'CONFIRMED', paid: 810_000 })
      .where('id', '=', booked.id)
      .execute()
    expect(await owner.places.change({ id: PLACES.airport, paused: true })).toMatchObject({ paused: true, upcoming: 1 })
    expect(await fieldsOf(linesOf(PLACES.airport))).toEqual({
      receive_address: ['place'],
      return_address: ['place'],
    })
    const { places } = await visitor.companies.read({ id: TOMAN.company })
    expect(places.map(({ id }) => id)).not.toContain(PLACES.airport)
    const moved = await customer.calls.reservations.quoteChange({ id: booked.id, end_date: '2026-12-06' })
    expect(moved.difference).toBeGreaterThan(0)
    await owner.places.change({ id: PLACES.airport, paused: false })
    expect(await linesOf(PLACES.airport)).not.toEqual([])
  })

  test('cannot be paused if they are the last of a city with vehicles, even when two are paused at once', async () => {
    const others = (await owner.places.list({})).places.filter(
      ({ id, city }) => city.id === 1061 && id !== PLACES.airport,
    )
    for (const { id } of others.slice(1)) await owner.places.change({ id, paused: true })
    const answers = await Promise.allSettled([
      owner.places.change({ id: PLACES.airport, paused: true }),
      owner.places.change({ id: others[0]?.id ?? 0, paused: true }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { reason } = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(reason).toMatchObject({ code: 'INVALID_FIELDS', data: { fields: { paused: ['last_place'] } } })
    for (const { id } of (await owner.places.list({})).places) await owner.places.change({ id, paused: false })
    // No vehicle is offered in the other city.
    expect(await owner.places.change({ id: PLACES.elsewhere, paused: true })).toMatchObject({ paused: true })
  })

  test.each([
    ['a fee of 10¹²', { receive_fee: 10 ** 12 }, { receive_fee: ['max'] }],
    ['a fee below nothing', { receive_fee: -1 }, { receive_fee: ['min'] }],
    ['a fee in words', { return_fee: 'هزار' }, { return_fee: ['number'] }],
    ['no name', { name: { fa: '  ' } }, { name: ['required'] }],
    ['no address', { address: {} }, { address: ['required'] }],
    ['a long name', { name: { fa: 'x'.repeat(81) } }, { 'name.fa': ['max_length'] }],
    ['a city of no map', { city: 999 }, { city: ['unknown_city'] }],
    ['a latitude beyond the pole', { latitude: '91' }, { latitude: ['location_degrees'] }],
    ['a phone in words', { phone: 'call us' }, { phone: ['phone'] }],
  ])('refuse %s', async (_, change, fields) => {
    expect(await fieldsOf(owner.places.add({ ...BEACH, ...change } as never))).toEqual(fields)
  })

  test('can be changed by operators for the company that they name, which is logged', async () => {
    const { calls } = admin
    expect(await codeOf(calls.company.places.list({}))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.places.add(BEACH as never))).toBe('NOT_FOUND')
    const place = await calls.company.places.add({ ...BEACH, company: TOMAN.company } as never)
    expect((await owner.places.list({})).places.map(({ id }) => id)).toContain(place.id)
    expect(await fieldsOf(calls.company.places.change({ id: place.id, receive_fee: 10 ** 12 }))).toEqual({
      receive_fee: ['max'],
    })
    await calls.company.places.change({ id: place.id, paused: true })
    const log = await calls.operator.audit.list({ subject: 'place', key: String(place.id) })
    expect(log.results.map(({ action, role }) => [action, role])).toEqual([
      ['UPDATE', 'ADMIN'],
      ['INSERT', 'ADMIN'],
    ])
  })

  test('can be changed only by the owners of their company, which is logged', async () => {
    expect(await codeOf(elsewhere.calls.company.places.change({ id: PLACES.office, paused: true }))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.company.places.change({ id: PLACES.office, paused: true }))).toBe('NOT_FOUND')
    expect((await desk.calls.company.places.list({})).places.length).toBeGreaterThan(2)
    await owner.places.change({ id: PLACES.office, receive_fee: 7_000 })
    const entry = await db
      .selectFrom('audit_entry')
      .select(['call', 'role', 'before', 'after'])
      .where('subject', '=', 'place')
      .where('row_key', '=', String(PLACES.office))
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toMatchObject({ role: 'AGENT', after: { receive_fee: 7_000 } })
    await owner.places.change({ id: PLACES.office, receive_fee: 0 })
  })
})

describe('extras and terms', () => {
  const { update } = agency.calls.company.settings

  test('refuse extras that are no longer offered, and bill new prices', async () => {
    await update({ child_seat_price: '۵۵٬۰۰۰', internet_price: null } as never)
    const seats = { ...RENTAL, child_seat_count: 1 }
    const { lines } = await visitor.reservations.price(seats)
    expect(lines.map(({ unit }) => unit)).toContain(55_000)
    expect(await fieldsOf(visitor.reservations.price({ ...RENTAL, internet: true }))).toEqual({
      internet: ['not_offered'],
    })
    expect(await fieldsOf(update({ child_seat_price: 10 ** 12 }))).toEqual({ child_seat_price: ['max'] })
  })

  test('cannot refund half for longer than they refund all', async () => {
    expect(await fieldsOf(update({ free_until_hours: 24, half_until_hours: 48 }))).toEqual({
      half_until_hours: ['max'],
    })
    expect(await fieldsOf(update({ free_until_hours: 721 }))).toEqual({ free_until_hours: ['max'] })
    expect(await fieldsOf(update({ prepayment_percent: 19 }))).toEqual({ prepayment_percent: ['min'] })
    expect(await update({ free_until_hours: 72, half_until_hours: 36 })).toMatchObject({ free_until_hours: 72 })
    const { free_until } = await visitor.reservations.price(RENTAL)
    expect(new Date(RENTAL.start_date).getTime() - new Date(free_until).getTime()).toBeGreaterThan(60 * 3_600_000)
  })
})

describe('discounts by length for all vehicles', () => {
  const DISCOUNTS = { p3: '۵٪', p7: 10, p14: 20, p30: 40 } as never

  test('are previewed, and then are in the price of the search and of the bill', async () => {
    const shown = await owner.prices.previewTiers(DISCOUNTS)
    expect(shown).toMatchObject({
      count: 20,
      first: expect.arrayContaining([expect.objectContaining({ id: TOMAN.ad })]),
    })
    expect(shown.first[0]).toMatchObject({ after: { p1: 1_000_000, p3: 950_000, p7: 900_000, p30: 600_000 } })
    expect((await visitor.reservations.price(RENTAL)).lines[0]).toMatchObject({ unit: 900_000 })
    expect(await owner.prices.applyTiers(DISCOUNTS)).toEqual({ changed: 20 })
    expect((await visitor.reservations.price(RENTAL)).lines[0]).toMatchObject({ unit: 950_000 })
    const { s3 } = await db.selectFrom('ad').select('s3').where('id', '=', TOMAN.ad).executeTakeFirstOrThrow()
    expect(s3).toBe(950_000)
    expect(await owner.prices.applyTiers(DISCOUNTS)).toEqual({ changed: 0 })
  })

  test.each([
    ['over 90', { p30: 91 }, { p30: ['max'] }],
    ['below nothing', { p3: -1 }, { p3: ['min'] }],
    ['of 10¹²', { p7: 10 ** 12 }, { p7: ['max'] }],
    ['of thousands', { p7: '۱۲٬۰۰۰' }, { p7: ['max'] }],
    ['in words', { p7: 'ten' }, { p7: ['number'] }],
    ['left out', { p14: '' }, { p14: ['required'] }],
  ])('are refused %s', async (_, change, fields) => {
    expect(await fieldsOf(owner.prices.applyTiers({ p3: 5, p7: 10, p14: 20, p30: 40, ...change } as never))).toEqual(
      fields,
    )
  })

  test('can be set only by owners', async () => {
    const discounts = { p3: 5, p7: 10, p14: 20, p30: 40 }
    expect(await codeOf(desk.calls.company.prices.applyTiers(discounts))).toBe('NOT_FOUND')
    expect(await codeOf(elsewhere.calls.company.prices.applyTiers({ ...discounts, company: TOMAN.company }))).toBe(
      'NOT_FOUND',
    )
  })
})
