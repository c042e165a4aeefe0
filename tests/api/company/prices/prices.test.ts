import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { payAtBank } from '../../../support/browser/steps/paid.ts'
import { dropPriceRules } from '../../../support/price-rules.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
let published = 0
const publish = () => {
  published += 1
}
const site = await testApi({ db, bank: bank.origin, publish })
await loadFleet(db)
const { visitor, owner: customer, agency, elsewhere, admin } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })
const owner = agency.calls.company

const YALDA = { name: 'یلدا', start_date: '2026-12-02', end_date: '2026-12-10', percent: 50 }
const { ad } = TOMAN

beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  await dropPriceRules(db)
})
afterEach(() => expect(site.reported).toEqual([]))

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields: unknown }).fields
const rentOf = async (change: object = {}) => {
  const { lines } = await visitor.reservations.price({ ...RENTAL, ...change })
  return lines.filter(({ kind }) => kind === 'rent').map(({ days, unit }) => [days, unit])
}

describe('a price rule', () => {
  test('of a company applies to all its vehicles, unless a vehicle has its own', async () => {
    await owner.prices.set({ weekdays: [0, 10, 0, 0, 0, 0, 0], min_days: 2 })
    // From Tuesday, 1 December, to Friday.
    expect(await rentOf()).toEqual([
      [1, 990_000],
      [2, 900_000],
    ])
    await owner.prices.set({ ad, weekdays: [0, 0, 20, 0, 0, 0, 0] })
    expect(await rentOf()).toEqual([
      [2, 900_000],
      [1, 1_080_000],
    ])
    expect(await rentOf({ id: ad + 1 })).toEqual([
      [1, 990_000],
      [2, 900_000],
    ])
    const { own, inherited } = await desk.calls.company.prices.read({ ad })
    expect([own.min_days, inherited?.min_days]).toEqual([null, 2])
  })

  test('is removed by null, and unchanged where nothing is sent', async () => {
    await owner.prices.set({ min_days: 3, lead_hours: 24, weekdays: [1, 1, 1, 1, 1, 1, 1] })
    await owner.prices.set({ min_days: null, weekdays: null })
    expect((await owner.prices.read({})).own).toMatchObject({ min_days: null, lead_hours: 24, weekdays: null })
  })

  test('for a vehicle’s price per day decides the order of the search and the bill', async () => {
    const { vehicle } = await owner.prices.set({ ad: 105, p3: '۸۵۰۰۰۰' as never })
    expect(vehicle).toMatchObject({ p1: 1_000_000, p3: 850_000 })
    expect(await rentOf({ id: 105 })).toEqual([[3, 850_000]])
    const { s3 } = await db.selectFrom('ad').select('s3').where('id', '=', 105).executeTakeFirstOrThrow()
    expect(s3).toBe(850_000)
  })

  test('is in the audit log, and clears the cached pages', async () => {
    published = 0
    await owner.prices.set({ min_days: 2 })
    const { own } = await owner.prices.addSeason(YALDA)
    await owner.prices.dropSeason({ id: own.seasons[0]?.id ?? 0 })
    expect(published).toBe(3)
    const entries = await db
      .selectFrom('audit_entry')
      .select(['subject', 'action', 'call'])
      .where('subject', 'like', 'price%')
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(entries.map(({ subject, action }) => `${action} ${subject}`)).toEqual([
      'DELETE price_season',
      'INSERT price_season',
      'UPDATE price_rule',
    ])
  })

  test('with errors is refused with all of them, each at its field', async () => {
    const set = (change: object) => fieldsOf(owner.prices.set(change))
    expect(await set({ min_days: 5, max_days: 3 })).toEqual({ max_days: ['min'] })
    expect(await set({ last_minute_percent: 10, early_days: 30 })).toEqual({
      last_minute_days: ['required'],
      early_percent: ['required'],
    })
    expect(await set({ min_days: 0, max_days: 1e12, lead_hours: 'soon', early_percent: 91 })).toEqual({
      min_days: ['min'],
      max_days: ['max'],
      lead_hours: ['number'],
      early_percent: ['max'],
    })
    expect(await set({ weekdays: [0, 0, 0, 0, 0, 0, -91] })).toEqual({ 'weekdays.6': ['min'] })
    for (const p1 of [0, 1e12, 'many']) expect(await set({ ad, p1 })).toHaveProperty('p1')
    expect((await owner.prices.read({})).own.min_days).toBeNull()
  })
})

describe('a season', () => {
  test('changes only the price of its days, and has a minimum length of its own', async () => {
    await owner.prices.addSeason({ ...YALDA, min_days: 4 })
    expect(await rentOf()).toEqual([
      [1, 900_000],
      [2, 1_350_000],
    ])
    const inIt = visitor.reservations.price({ ...RENTAL, start_date: '2026-12-02', end_date: '2026-12-05' })
    expect(await fieldsOf(inIt)).toEqual({ end_date: ['rental_too_short'] })
  })

  test('can be changed and removed', async () => {
    const { own } = await owner.prices.addSeason(YALDA)
    const id = own.seasons[0]?.id ?? 0
    const changed = await owner.prices.changeSeason({ id, ...YALDA, percent: '−۱۰٪' as never, end_date: '2026-12-12' })
    expect(changed.own.seasons).toEqual([
      { id, name: 'یلدا', starts_on: '2026-12-02', ends_on: '2026-12-12', percent: -10, min_days: null },
    ])
    expect((await owner.prices.dropSeason({ id })).own.seasons).toEqual([])
    expect(await codeOf(owner.prices.dropSeason({ id }))).toBe('NOT_FOUND')
  })

  test('that ends before it begins or overlaps another is refused', async () => {
    await owner.prices.addSeason(YALDA)
    expect(await fieldsOf(owner.prices.addSeason({ ...YALDA, end_date: '2026-12-01' }))).toEqual({
      end_date: ['season_ends_before'],
    })
    const over = owner.prices.addSeason({ ...YALDA, name: 'Other', start_date: '2026-12-10', end_date: '2026-12-20' })
    expect(await refusal(over)).toMatchObject({
      data: { fields: { start_date: ['season_overlap'] }, values: { start_date: { name: 'یلدا' } } },
    })
    await owner.prices.addSeason({ ...YALDA, ad })
    expect(await codeOf(owner.prices.addSeason({ ...YALDA, name: '' }))).toBe('INVALID_FIELDS')
    expect(await codeOf(owner.prices.addSeason({ ...YALDA, start_date: '2026-02-30' }))).toBe('INVALID_FIELDS')
  })

  test('that two people add at the same time is stored once', async () => {
    const both = await Promise.allSettled([
      owner.prices.addSeason(YALDA),
      owner.prices.addSeason({ ...YALDA, name: 'Other' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await owner.prices.read({})).own.seasons).toHaveLength(1)
  })
})

describe('access', () => {
  test('lets owners write and the desk read; for drivers and others the rules do not exist', async () => {
    const { own } = await owner.prices.addSeason(YALDA)
    const id = own.seasons[0]?.id ?? 0
    await desk.calls.company.prices.read({})
    await desk.calls.company.prices.preview({ ad, from: '2026-12-01' })
    expect(await codeOf(desk.calls.company.prices.set({ min_days: 2 }))).toBe('NOT_FOUND')
    expect(await codeOf(desk.calls.company.prices.addSeason(YALDA))).toBe('NOT_FOUND')
    expect(await codeOf(driver.calls.company.prices.read({}))).toBe('NOT_FOUND')
    for (const { prices } of [elsewhere.calls.company]) {
      expect(await codeOf(prices.read({ ad }))).toBe('NOT_FOUND')
      expect(await codeOf(prices.read({ company: TOMAN.company }))).toBe('NOT_FOUND')
      expect(await codeOf(prices.set({ ad, min_days: 2 }))).toBe('NOT_FOUND')
      expect(await codeOf(prices.changeSeason({ id, ...YALDA }))).toBe('NOT_FOUND')
      expect(await codeOf(prices.dropSeason({ id }))).toBe('NOT_FOUND')
      expect(await codeOf(prices.preview({ ad, from: '2026-12-01' }))).toBe('NOT_FOUND')
    }
    expect((await admin.calls.company.prices.read({ ad })).inherited?.seasons).toHaveLength(1)
    expect(await codeOf(admin.calls.company.prices.read({ company: 999 }))).toBe('NOT_FOUND')
  })
})

describe('the preview', () => {
  test('has each day’s price as in bills', async () => {
    await owner.prices.set({ weekdays: [0, 0, 0, 10, 10, 0, 0], min_days: 2 })
    await owner.prices.addSeason(YALDA)
    const { days } = await owner.prices.preview({ ad: 110, from: '2026-11-26', days: 8, length: 3 })
    expect(days.map(({ price }) => price)).toEqual([
      ...[990_000, 990_000, 900_000, 900_000],
      ...[900_000, 900_000, 1_350_000, 1_350_000],
    ])
    expect(days.at(-1)).toMatchObject({ date: '2026-12-03', season: 'یلدا', weekday: false, allowed: true })
    expect(days[0]).toMatchObject({ season: null, weekday: true, taken: false })
    const short = await owner.prices.preview({ ad: 110, from: '2026-11-26', days: 1, length: 1 })
    expect(short.days).toMatchObject([{ price: 1_100_000, allowed: false }])
  })
})

describe('an existing reservation', () => {
  test('keeps its price when something else is changed; the change itself follows the current rules', async () => {
    await owner.prices.set({ early_days: 8, early_percent: 10 })
    const rented = { ...RENTAL, ...DRIVER, id: 112 }
    const held = await visitor.reservations.reserve(rented)
    expect(held.total).toBe(3 * 810_000)
    await payAtBank(site, bank, held.id)
    await owner.prices.addSeason(YALDA)
    await owner.prices.set({ ad: 112, lead_hours: 2000, min_days: 30 })
    const kept = await db.selectFrom('reservation').select('total').where('id', '=', held.id).executeTakeFirstOrThrow()
    expect(kept.total).toBe(held.total)
    // Three days later it keeps the discount for booking early; the minimum notice and length are not checked again.
    site.clock.set('2026-11-26T05:30:00Z')
    const change = await customer.calls.reservations.quoteChange({ id: held.id, child_seat_count: 1 })
    const rent = change.lines.filter(({ kind }) => kind === 'rent').map(({ days, unit }) => [days, unit])
    expect(rent).toEqual([[3, 810_000]])
    const longer = customer.calls.reservations.quoteChange({ id: held.id, end_date: '2026-12-06' })
    expect(await fieldsOf(longer)).toEqual({ end_date: ['rental_too_short'] })
  })
})
