import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { post } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const { visitor, owner, other, agency, elsewhere } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })

const BEFORE = '2026-11-23T05:30:00Z'
/** 3 December, noon in Tehran. The last 30 days are 3 November to 2 December. */
const NOW = '2026-12-03T08:30:00Z'
const CARS = 20

type Made = {
  ad?: number
  from: string
  to: string
  status?: string
  source?: string
  quote?: string
  total?: number
  created?: string
  paid?: number
  company?: number
}

let pattern = ''

/** A reservation with these facts; times are those of Tehran. */
async function rental({ ad = TOMAN.ad, from, to, status = 'COMPLETED', ...facts }: Made): Promise<string> {
  const id = crypto.randomUUID().replaceAll('-', '')
  const days = Math.ceil((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 86_400_000)
  const row = {
    ...{ id, share_id: id, ad_id: ad, status, days, hold_until: null, total: facts.total ?? 3_000_000 },
    ...{ start_date: from.slice(0, 10), end_date: to.slice(0, 10), source: facts.source ?? 'SITE' },
    ...{
      quote: facts.quote ?? null,
      paid: facts.paid ?? 0,
      payable_now: 0,
      company_id: facts.company ?? TOMAN.company,
    },
    ...{ start_at: `${from}+03:30`, end_at: `${to}+03:30`, created_at: `${facts.created ?? '2025-01-01T10:00'}+03:30` },
  }
  const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'reservation' and is_generated = 'NEVER'`.execute(db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`insert into reservation (${names}) select ${names} from jsonb_populate_record(null::reservation,
    (select to_jsonb(r) from reservation r where id = ${pattern}) || ${JSON.stringify(row)}::jsonb
      || jsonb_build_object('number', nextval('reservation_number')))`.execute(db)
  return id
}

beforeAll(async () => {
  site.clock.set(BEFORE)
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, id: 120 })
  await db.updateTable('reservation').set({ status: 'EXPIRED', hold_until: null }).where('id', '=', id).execute()
  pattern = id
})

beforeEach(async () => {
  site.clock.set(NOW)
  await db.deleteFrom('reservation').where('id', '<>', pattern).execute()
  await db.deleteFrom('busy').execute()
  await db.deleteFrom('vehicle_state').execute()
  const since = new Date('2024-01-01')
  await sql`insert into vehicle_state (ad_id, since, state) select id, ${since}, 1 from ad`.execute(db)
})

const use = (asked: object = {}) => desk.calls.company.reports.use(asked)
const money = (asked: object = {}) => agency.calls.company.reports.money(asked)

describe('utilisation', () => {
  test('is days out of days able, and what is not on offer, blocked or not rented does not count', async () => {
    await rental({ from: '2026-11-10T10:00', to: '2026-11-13T10:00' })
    // Begins before the 30 days, and ends within them.
    await rental({ ad: 102, from: '2026-11-01T00:00', to: '2026-11-04T00:00' })
    await rental({ ad: 103, from: '2026-11-10T10:00', to: '2026-11-12T10:00', status: 'CANCELLED', paid: 1 })
    await rental({ ad: BY_HAND.ad, from: '2026-11-10T10:00', to: '2026-11-12T10:00', company: BY_HAND.company })
    const block = { ad_id: 104, kind: 'BLOCK', status: 2, purpose: 'SERVICE' } as const
    await db
      .insertInto('busy')
      .values({ ...block, start_at: new Date('2026-11-19T20:30Z'), end_at: new Date('2026-11-24T20:30Z') })
      .execute()
    // Paused for the last ten of the 30 days, and retired before them.
    await db
      .insertInto('vehicle_state')
      .values({ ad_id: 105, since: new Date('2026-11-22T20:30Z'), state: 0 })
      .execute()
    await db
      .insertInto('vehicle_state')
      .values({ ad_id: 106, since: new Date('2026-10-01'), state: 2 })
      .execute()
    const report = await use({ by: 'VEHICLE', size: 100 })
    expect(report.days).toEqual({ from: '2026-11-03', to: '2026-12-02' })
    expect(report.now).toEqual({ out: 4, able: CARS * 30 - 5 - 10 - 30 })
    expect(report.count).toBe(CARS)
    const of = (ad: number) => report.results.find(({ id }) => id === ad)?.now
    expect(of(101)).toEqual({ out: 3, able: 30 })
    expect(of(104)).toEqual({ out: 0, able: 25 })
    expect(of(105)).toEqual({ out: 0, able: 20 })
    expect(report.trips).toEqual({ rentals: 1, cancelled: 1, length: 3, lead: expect.any(Number), late: 0 })
    const byDay = report.weekdays.flatMap(({ uses }) => uses)
    expect(byDay.reduce((sum, { out }) => sum + out, 0)).toBeCloseTo(report.now.out, 1)
    expect(byDay.reduce((sum, { able }) => sum + able, 0)).toBeCloseTo(report.now.able, 1)
  })

  test('compares with the year before, by month and by week', async () => {
    await rental({ from: '2025-11-10T00:00', to: '2025-11-13T00:00' })
    await rental({ from: '2026-11-10T00:00', to: '2026-11-16T00:00' })
    const months = await desk.calls.company.reports.use({ step: 'MONTH' })
    expect(months.series).toHaveLength(12)
    const november = months.series.find(({ now }) => now.out > 0)
    expect(november).toMatchObject({ now: { out: 6 }, before: { out: 3 } })
    const weeks = await desk.calls.company.reports.use({ step: 'WEEK' })
    expect(weeks.series).toHaveLength(13)
    expect(weeks.series.reduce((sum, { now }) => sum + now.out, 0)).toBe(6)
    expect(months.before.out).toBe(3)
  })

  test('counts an overdue rental until now, and a month under way until now', async () => {
    await rental({ from: '2026-12-01T10:00', to: '2026-12-02T10:00', status: 'ACTIVE' })
    const { now, days } = await use({ span: 'MONTH', step: 'MONTH' })
    expect(now.out).toBeCloseTo(2 + 2 / 24, 2)
    expect(days.to).toBe('2026-12-03')
  })

  test('by class and city has every vehicle once; a class leads to its vehicles', async () => {
    const [cities, classes] = [await use({ by: 'CITY' }), await use({ by: 'CLASS' })]
    for (const { results } of [cities, classes])
      expect(results.reduce((sum, { vehicles }) => sum + vehicles, 0)).toBe(CARS)
    const [first] = classes.results
    const vehicles = await use({ by: 'VEHICLE', type: first?.id, size: 100 })
    expect(vehicles).toMatchObject({ count: first?.vehicles, chosen: first?.name })
  })

  test('ahead is what is booked now, and a year ago what was booked then and how it came out', async () => {
    await rental({ from: '2026-12-10T00:00', to: '2026-12-13T00:00', status: 'CONFIRMED' })
    await rental({ from: '2025-12-10T00:00', to: '2025-12-12T00:00', created: '2025-11-01T10:00' })
    await rental({ from: '2025-12-15T00:00', to: '2025-12-19T00:00', created: '2025-12-10T10:00' })
    const called = await rental({
      ...{ from: '2025-12-20T00:00', to: '2025-12-21T00:00', created: '2025-11-01T10:00' },
      ...{ status: 'CANCELLED', paid: 1 },
    })
    const event = { reservation_id: called, actor: 'CUSTOMER', reason: null } as const
    await db
      .insertInto('reservation_event')
      .values([
        { ...event, status: 'CONFIRMED', at: new Date('2025-11-01') },
        { ...event, status: 'CANCELLED', at: new Date('2025-12-15') },
      ])
      .execute()
    const { ahead } = await use()
    expect(ahead.now.out).toBe(3)
    expect(ahead.year_ago.out).toBe(3)
    expect(ahead.ended.out).toBe(6)
  })
})

describe('money', () => {
  test('is spread over a rental’s time, and stands per day out and per day able', async () => {
    await rental({ from: '2026-11-01T00:00', to: '2026-11-05T00:00', total: 4_000_000 })
    const { now, currency } = await money()
    expect(currency).toBe('IRT')
    expect(now).toMatchObject({ revenue: 2_000_000, per_day_out: 1_000_000, late: 0, damage: 0 })
    expect(now.per_day_able).toBe(Math.round(2_000_000 / (CARS * 30)))
  })

  test('has the commission that was booked in these days', async () => {
    const book = (at: string, commission: number) =>
      db.transaction().execute((tx) =>
        post(tx, {
          ...{
            key: `test commission ${at}`,
            kind: 'COMMISSION',
            currency: 'IRT',
            reservation: pattern,
            at: new Date(at),
          },
          entries: [
            { kind: 'BANK', owner: 'marketplace', amount: -1_000_000 },
            { kind: 'COMPANY', owner: TOMAN.company, amount: 1_000_000 - commission },
            { kind: 'COMMISSION', owner: 'marketplace', amount: commission },
          ],
        }),
      )
    await book('2026-11-12T09:00:00Z', 150_000)
    await book('2026-09-12T09:00:00Z', 90_000)
    expect((await money()).now.commission).toBe(150_000)
    expect((await money({ currency: 'EUR' })).now.commission).toBe(0)
  })

  test('of other currencies stands apart, and sources have their rentals', async () => {
    await rental({ from: '2026-11-10T00:00', to: '2026-11-12T00:00', source: 'PHONE', total: 5_000_000 })
    await rental({ ad: 102, from: '2026-11-10T00:00', to: '2026-11-12T00:00', total: 1_000_000 })
    await rental({ ad: 103, from: '2026-11-10T00:00', to: '2026-11-12T00:00', quote: 'ACCEPTED', source: 'PHONE' })
    await rental({ ad: 104, from: '2026-11-10T00:00', to: '2026-11-12T00:00', status: 'CANCELLED', paid: 5 })
    // Nobody paid for it: the company never saw it.
    await rental({ ad: 105, from: '2026-11-10T00:00', to: '2026-11-12T00:00', status: 'CANCELLED' })
    const euro = await rental({ ad: 106, from: '2026-11-10T00:00', to: '2026-11-12T00:00', total: 90_000 })
    await db.updateTable('reservation').set({ currency_id: 2 }).where('id', '=', euro).execute()
    const { sources, currencies } = await money()
    expect(currencies).toEqual(['IRT', 'EUR'])
    expect(sources).toEqual([
      { source: 'PHONE', rentals: 1, cancelled: 0, total: 5_000_000 },
      { source: 'QUOTE', rentals: 1, cancelled: 0, total: 3_000_000 },
      { source: 'SITE', rentals: 1, cancelled: 1, total: 1_000_000 },
    ])
    expect((await money({ currency: 'EUR' })).now.revenue).toBe(90_000)
  })
})

test('the list of a figure has the reservations that it counts', async () => {
  await rental({ from: '2026-11-10T00:00', to: '2026-11-12T00:00', source: 'PHONE' })
  await rental({ ad: 102, from: '2026-11-01T00:00', to: '2026-11-06T00:00' })
  await rental({ ad: 103, from: '2026-11-10T00:00', to: '2026-11-12T00:00', status: 'CANCELLED', paid: 1 })
  const { days, trips } = await use()
  const list = (asked: object) => desk.calls.company.reservations.list({ ...days, ...asked })
  expect(await list({ counted: 'OUT' })).toMatchObject({ count: 2 })
  expect(await list({ counted: 'RENTALS' })).toMatchObject({ count: trips.rentals })
  expect(await list({ counted: 'RENTALS', source: 'SITE' })).toMatchObject({ count: 0 })
  expect(await list({ counted: 'CANCELLED' })).toMatchObject({ count: trips.cancelled })
  expect(await list({ counted: 'LATE' })).toMatchObject({ count: 0 })
})

test('a pause and a retirement are kept with their time by the database', async () => {
  await db.deleteFrom('vehicle_state').execute()
  await desk.calls.company.fleet.pause({ id: 107 })
  await desk.calls.company.fleet.resume({ id: 107 })
  const states = await db.selectFrom('vehicle_state').select(['ad_id', 'state']).orderBy('since').execute()
  expect(states).toEqual([
    { ad_id: 107, state: 0 },
    { ad_id: 107, state: 1 },
  ])
})

describe('who sees them', () => {
  test('the desk sees utilisation without money, owners both', async () => {
    expect((await refusal(desk.calls.company.reports.money({}))).status).toBe(404)
    expect(JSON.stringify(await use())).not.toMatch(/revenue|currency|total/)
    expect(await money()).toMatchObject({ currency: 'IRT' })
  })

  test('drivers, customers and other companies do not', async () => {
    for (const { calls } of [driver, owner, other]) {
      expect((await refusal(calls.company.reports.use({ company: TOMAN.company }))).status).toBe(404)
      expect((await refusal(calls.company.reports.money({ company: TOMAN.company }))).status).toBe(404)
    }
    await rental({ from: '2026-11-10T10:00', to: '2026-11-13T10:00' })
    expect((await elsewhere.calls.company.reports.use({})).now.out).toBe(0)
    expect((await elsewhere.calls.company.reports.money({})).now.revenue).toBe(0)
  })
})
