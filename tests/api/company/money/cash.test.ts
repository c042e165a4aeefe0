import { afterEach, expect, test } from 'vitest'
import { publicId } from '#app/api/call/public-id.ts'
import { testApi } from '../../../support/api/api.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, elsewhere, agency } = await fiveIdentities(site)
const staff = { role: 'AGENT', company: TOMAN.company } as const
const desk = await signedIn(site, { ...staff, phone: '+989120000101', staffRole: 'DESK' })
const driver = await signedIn(site, { ...staff, phone: '+989120000102', staffRole: 'DRIVER' })
const { id: reservation_id } = await owner.calls.reservations.reserve({ ...RENTAL, ...DRIVER })
afterEach(() => expect(site.reported).toEqual([]))

const cash = () => desk.calls.company.money.cash
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const fieldsOf = async (call: Promise<unknown>) => ((await refusal(call)).data as { fields?: object }).fields
const at = (time: string) => site.clock.set(time)
async function paid(amount: number, more: object = {}) {
  const id = publicId()
  await db
    .insertInto('desk_money')
    .values({ ...{ id, reservation_id, purpose: 'RENT', way: 'CASH', amount, at: site.deps.now() }, ...more })
    .execute()
  return id
}

test('the till is counted against what was paid in cash, and a difference needs a reason', async () => {
  at('2026-12-01T08:00:00Z')
  const mistaken = await paid(1_000_000)
  await paid(2_000_000, { purpose: 'DEPOSIT' })
  await paid(500_000, { purpose: 'DEPOSIT_BACK' })
  await paid(9_000_000, { way: 'CARD' })
  await paid(400_000, { purpose: 'CHARGE_FROM_DEPOSIT' })
  await paid(700_000, { undone_at: site.deps.now() })
  expect(await cash().open({})).toMatchObject({
    ...{ currency: 'IRT', on: '2026-12-01', closed: null, since: null, opening: 0, booked: 2_500_000 },
    ...{ expected: 2_500_000, item_count: 3, card: { count: 1, amount: 9_000_000 } },
  })
  const counted = { currency: 'IRT', n100000: 34, booked: 2_500_000, opening: 1_000_000, kept: 400_000 } as const
  expect(await fieldsOf(cash().close(counted))).toEqual({ reason: ['required'], note: ['required'] })
  expect(await fieldsOf(cash().close({ ...counted, n100000: 35, kept: 3_500_001 }))).toEqual({
    kept: ['more_than_counted'],
  })
  expect(await codeOf(cash().close({ ...counted, booked: 2_400_000 }))).toBe('CHANGED_MEANWHILE')
  const closed = await cash().close({ ...counted, reason: 'MISCOUNT', note: 'Counted twice' })
  expect(closed).toMatchObject({
    ...{ on: '2026-12-01', expected: 3_500_000, counted: 3_400_000, difference: -100_000, to_bank: 3_000_000 },
    ...{ reason: 'MISCOUNT', note: 'Counted twice', kept: 400_000 },
  })
  expect(await codeOf(cash().close({ ...counted, booked: 0 }))).toBe('CHANGED_MEANWHILE')
  expect(await cash().open({})).toMatchObject({ closed: closed.id, opening: 400_000, booked: 0, item_count: 0 })

  // What is taken back after the closing is of the next day, and the closed one stays.
  at('2026-12-02T08:00:00Z')
  await db.updateTable('desk_money').set({ undone_at: site.deps.now() }).where('id', '=', mistaken).execute()
  expect(await cash().open({})).toMatchObject({
    ...{ closed: null, booked: -1_000_000, expected: -600_000 },
    items: [{ is_undone: true, amount: -1_000_000 }],
  })
  await paid(1_600_000)
  const second = await cash().close({
    currency: 'IRT',
    n100000: 10,
    booked: 600_000,
    kept: 0,
    reason: 'OTHER',
    note: 'x',
  })
  // Without a difference there is nothing to explain.
  expect(second).toMatchObject({ difference: 0, reason: null, note: null })
  const read = await cash().closing({ id: closed.id })
  expect(read).toMatchObject({ booked: 2_500_000, item_count: 3, counts: [{ value: 100_000, pieces: 34 }] })
  expect((await cash().closings({})).results.map(({ on }) => on)).toEqual(['2026-12-02', '2026-12-01'])
})

test('a closed day never changes, not even in the database', async () => {
  await expect(db.updateTable('cash_closing').set({ counted: 1 }).execute()).rejects.toThrow('never changes')
  await expect(db.updateTable('cash_closing_item').set({ amount: 1 }).execute()).rejects.toThrow('never changes')
})

test('two who close at once close once', async () => {
  at('2026-12-03T08:00:00Z')
  await paid(100_000)
  const close = () => cash().close({ currency: 'IRT', n100000: 1, booked: 100_000, kept: 0 })
  const results = await Promise.allSettled([close(), close()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a note of another currency is not counted, and each currency has its till', async () => {
  expect(await cash().open({ currency: 'EUR' })).toMatchObject({ currency: 'EUR', booked: 0 })
  at('2026-12-04T08:00:00Z')
  expect(
    await cash().close({ currency: 'EUR', n20000: 1, n100000: 3, booked: 0, opening: 20_000, kept: 0 }),
  ).toMatchObject({
    counted: 20_000,
  })
})

test('only staff of the desk see the till, and only their own', async () => {
  const [{ id } = { id: 0 }] = (await agency.calls.company.money.cash.closings({})).results
  for (const { calls } of [driver, owner]) {
    expect(await codeOf(calls.company.money.cash.open({}))).toBe('NOT_FOUND')
    expect(await codeOf(calls.company.money.cash.closing({ id }))).toBe('NOT_FOUND')
  }
  expect(await codeOf(elsewhere.calls.company.money.cash.closing({ id }))).toBe('NOT_FOUND')
  expect(await elsewhere.calls.company.money.cash.closings({})).toMatchObject({ count: 0 })
})
