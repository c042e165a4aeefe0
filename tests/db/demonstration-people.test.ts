import { describe, expect, test } from 'vitest'
import { loadDemonstration } from '#app/db/demonstration/load.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { RESERVATION_STATUSES } from '#app/rules/reservation/reservation-status.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { testApi } from '../support/api/api.ts'
import { wrongInBooks } from '../support/api/books.ts'
import { signIn } from '../support/api/people.ts'
import { testDatabase } from '../support/server/database/database.ts'
import { stepsInOrder } from '../support/steps-in-order.ts'

stepsInOrder()

const now = '2026-11-21T08:00:00Z'
const { db } = await testDatabase()
await loadDemonstration(db, { now: new Date(now) })
const AGENCY = DEMONSTRATION_PEOPLE[2]

test('each person of the demonstration can sign in with their role', async () => {
  const api = await testApi({ db, now })
  const roles = []
  for (const { identity, phone } of DEMONSTRATION_PEOPLE) {
    const { calls } = await signIn(api, `0${phone.slice(3)}`)
    const { is_agency, is_company_owner, is_admin, company } = await calls.account.profile()
    roles.push({ identity, is_agency, is_company_owner, is_admin, company: company?.name ?? null })
  }
  expect(roles).toEqual([
    { identity: 'owner', is_agency: false, is_company_owner: false, is_admin: false, company: null },
    { identity: 'another', is_agency: false, is_company_owner: false, is_admin: false, company: null },
    { identity: 'agency', is_agency: true, is_company_owner: true, is_admin: false, company: 'مرجان رنت' },
    { identity: 'counter', is_agency: true, is_company_owner: false, is_admin: false, company: 'مرجان رنت' },
    { identity: 'driver', is_agency: true, is_company_owner: false, is_admin: false, company: 'مرجان رنت' },
    { identity: 'admin', is_agency: false, is_company_owner: false, is_admin: true, company: null },
    { identity: 'cashier', is_agency: false, is_company_owner: false, is_admin: true, company: null },
  ])
})

test('the owner has a reservation in every status, and the books are consistent', async () => {
  const rows = await db
    .selectFrom('reservation')
    .select(['status', 'id'])
    .where('phone', '=', DEMONSTRATION_PEOPLE[0].phone)
    .execute()
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(RESERVATION_STATUSES))
  for (const { id } of rows) expect(id).toMatch(/^[\w-]{22}$/)
  // Codes start with uses by people who are not in the demonstration.
  expect((await wrongInBooks(db)).filter((wrong) => !wrong.startsWith('a code counts'))).toEqual([])
})

test('the owner’s wallet has a history of refunds and a debit that ends in its balance', async () => {
  const api = await testApi({ db, now })
  api.clock.advance(60)
  const { calls } = await signIn(api, `0${DEMONSTRATION_PEOPLE[0].phone.slice(3)}`)
  const { credit } = await calls.account.profile()
  const { results } = await calls.account.walletHistory({})
  expect(results.map(({ kind }) => kind)).toEqual(['WALLET_DEBIT', 'REFUND', 'REFUND'])
  expect(results[0]?.balance).toBe(credit)
  expect(results.reduce((sum, { amount }) => sum + amount, 0)).toBe(credit)
})

test('the agency’s rentals have records whose readings only grow, a charge to send, a dispute, and a log', async () => {
  const { db } = await testDatabase()
  const kept: string[] = []
  const keepPhoto = async (key: string) => {
    kept.push(key)
    return { sha256: 'ab'.repeat(32), bytes: 100, width: 3, height: 2 }
  }
  await loadDemonstration(db, { now: new Date(now), keepPhoto })
  const api = await testApi({ db, now })
  const { calls } = await signIn(api, `0${AGENCY.phone.slice(3)}`)
  const records = await db.selectFrom('protocol').select(['ad_id', 'odometer']).orderBy('done_at').execute()
  for (const of of Map.groupBy(records, ({ ad_id }) => ad_id).values()) {
    const readings = of.map(({ odometer }) => odometer)
    expect(readings).toEqual(readings.toSorted((one, other) => one - other))
  }
  const out = await db
    .selectFrom('reservation')
    .select('id')
    .where('company_id', '=', 12)
    .where('status', 'in', ['ACTIVE', 'COMPLETED'])
    // The rentals of its former books have no records.
    .where((of) => of.exists(of.selectFrom('reservation_event').whereRef('reservation_id', '=', 'reservation.id')))
    .execute()
  const recorded = await db.selectFrom('protocol').select('reservation_id').where('kind', '=', 'PICK_UP').execute()
  expect(recorded.map((row) => row.reservation_id).sort()).toEqual(out.map(({ id }) => id).sort())
  expect(kept.length).toBeGreaterThan(20)
  expect((await calls.company.reservations.today({})).drafts).toHaveLength(1)
  const { results, count } = await calls.company.staff.log({})
  expect(count).toBeGreaterThan(40)
  expect(new Set(results.map(({ subject }) => subject))).toEqual(new Set(['ad', 'protocol', 'reservation']))

  const admin = await signIn(
    api,
    `0${DEMONSTRATION_PEOPLE.find(({ identity }) => identity === 'admin')!.phone.slice(3)}`,
  )
  expect((await admin.calls.operator.disputes.list({})).count).toBe(1)
  const ofCodes = await admin.calls.operator.audit.list({ subject: 'discount_code' })
  expect(ofCodes.count).toBe(3)
  expect((await wrongInBooks(db)).filter((wrong) => !wrong.startsWith('a code counts'))).toEqual([])
})

test('the agency has a statement with one open line, a closing of its till that was short, and an import that it can undo', async () => {
  const { db } = await testDatabase()
  await loadDemonstration(db, { now: new Date(now) })
  const api = await testApi({ db, now })
  const { calls } = await signIn(api, `0${AGENCY.phone.slice(3)}`)
  const { bank, cash } = calls.company.money
  const views = await Promise.all((['OPEN', 'MATCHED', 'EXPLAINED'] as const).map((view) => bank.lines({ view })))
  expect(views.map(({ count }) => count)).toEqual([1, 3, 1])
  const { results: closings } = await cash.closings({})
  expect(closings.map(({ difference, reason }) => ({ difference, reason }))).toEqual([
    { difference: expect.toSatisfy((amount: number) => amount < 0), reason: 'EXPENSE' },
  ])
  expect((await cash.open({})).opening).toBe(2_000_000)
  const { results: imports } = await calls.company.fleet.imports.list({})
  expect(imports.map(({ state }) => state)).toEqual(['APPLIED'])
  const { vehicle_count, obstacles } = await calls.company.fleet.imports.read({ id: imports[0]?.id ?? 0 })
  expect({ vehicle_count, obstacles }).toEqual({ vehicle_count: 2, obstacles: [] })
  expect((await wrongInBooks(db)).filter((wrong) => !wrong.startsWith('a code counts'))).toEqual([])
})

describe.each([
  ['at noon', now, '12:00'],
  ['just after midnight, when the office is closed', '2026-11-20T20:35:00Z', '08:00'],
  ['just before midnight, when it is closed again', '2026-11-21T20:25:00Z', '20:00'],
])('the company that is loaded %s', async (_, at, time) => {
  const { db } = await testDatabase()

  test('has all kinds of work on its desk, and can do it', async () => {
    await loadDemonstration(db, { now: new Date(at) })
    const api = await testApi({ db, now: at })
    const { calls } = await signIn(api, `0${AGENCY.phone.slice(3)}`)
    const listed = async (filter: 'waiting' | 'pick_ups' | 'returns') =>
      (await calls.company.reservations.reserves({ filter })).results
    const [waiting, pickUps, returns] = [await listed('waiting'), await listed('pick_ups'), await listed('returns')]
    expect(waiting.map(({ hours_left }) => hours_left)).toEqual([3, 10])
    const today = dateIn('Asia/Tehran', new Date(at))
    expect(pickUps.every(({ start_date }) => start_date === today)).toBe(true)
    expect(pickUps.map(({ start_time }) => start_time)).toContain(time)
    // One is late since yesterday, and puts the next rental of its vehicle at risk.
    expect(returns.filter(({ end_date }) => end_date !== today).map(({ end_date }) => end_date)).toEqual([
      addDays(today, -1),
    ])
    const { results: risks } = await calls.company.reservations.atRisk({})
    expect(risks.map(({ kind }) => kind)).toContain('LATE')
    expect(returns.map(({ end_time }) => end_time)).toContain(time)
    const { week } = await calls.company.reservations.today({})
    expect(week.every(({ pick_ups, returns }) => pick_ups + returns > 0)).toBe(true)

    for (const [{ id } = { id: '' }, action] of [
      [waiting[0], 'confirm'],
      [pickUps[0], 'picked_up'],
      [returns[0], 'returned'],
    ] as const) {
      await calls.company.reservations.changeReserve({
        id,
        action,
        reason: action === 'returned' ? 'Pays by invoice' : undefined,
      })
    }
    await calls.company.reservations.changeReserve({
      id: waiting[1]?.id ?? '',
      action: 'reject',
      reason: 'در تعمیرگاه است',
    })
    expect((await wrongInBooks(db)).filter((wrong) => !wrong.startsWith('a code counts'))).toEqual([])
  })

  test('has earnings in each of the last months, and an amount due', async () => {
    const api = await testApi({ db, now: at })
    api.clock.advance(60)
    const { calls } = await signIn(api, `0${AGENCY.phone.slice(3)}`)
    const { months, totals, listings } = await calls.company.money.commission({})
    // Its own bookings of former years are without commission.
    const earning = months.filter(({ commission }) => commission > 0)
    expect(earning.length).toBeGreaterThanOrEqual(3)
    for (const { commission, marketplace_owes } of [...earning, ...totals]) {
      expect(commission).toBeGreaterThan(0)
      expect(marketplace_owes).toBeGreaterThan(0)
    }
    expect(listings.filter(({ earned }) => earned.length > 0).length).toBeGreaterThanOrEqual(4)
  })
})
