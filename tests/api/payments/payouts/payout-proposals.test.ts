import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { balanceOf, post } from '#app/api/books/ledger.ts'
import { proposePayouts } from '#app/api/operator/payouts/proposals.ts'
import { testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { BY_HAND, loadFleet, TOMAN } from '../../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { owner, agency, admin } = await fiveIdentities(site)
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN', operatorRole: 'MONEY' })
const support = await signedIn(site, { phone: '+989120000302', role: 'ADMIN', operatorRole: 'SUPPORT' })
const operator = () => admin.calls.operator
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

const SHEBA = 'IR062960000000100324200001'
const COMPANIES = [TOMAN.company, BY_HAND.company]
let keys = 0

beforeEach(async () => {
  await db.deleteFrom('payout').execute()
  await db.deleteFrom('payout_batch').execute()
  await db.deleteFrom('company_bank').execute()
  await db.updateTable('site_config').set({ approval_irt: 50_000_000 }).execute()
  for (const company_id of COMPANIES) {
    const account = { holder: 'Holder', iban: SHEBA, changed_at: site.clock.now(), holder_status: 'MATCHES' } as const
    await db
      .insertInto('company_bank')
      .values({ company_id, ...account })
      .execute()
    await earn(company_id, -(await owed(company_id)))
  }
  site.clock.advance(25 * 60)
})
afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

const owed = (company: number) => balanceOf(db, { kind: 'COMPANY', owner: company, currency: 'IRT' })
/** Books what a company earned, or by a negative amount what it lost, and lets the time to undo it pass. */
async function earn(company: number, amount: number) {
  const booked = { key: `test ${keys++}`, kind: 'COMMISSION', currency: 'IRT', at: site.clock.now() } as const
  const entries = [
    { kind: 'COMMISSION', owner: 'marketplace', amount: -amount } as const,
    { kind: 'COMPANY', owner: company, amount } as const,
  ]
  if (amount !== 0) await db.transaction().execute((tx) => post(tx, { ...booked, entries }))
  site.clock.advance(60)
}
async function proposed() {
  await Promise.all([proposePayouts(site.deps), proposePayouts(site.deps)])
  return (await operator().payouts.list({})).results
}

test('a proposed batch is one, is announced to operators of money, and is paid only after somebody released it', async () => {
  await earn(TOMAN.company, 4_000_000)
  await site.drain()
  site.messages.length = 0
  const batches = await proposed()
  expect(batches).toMatchObject([{ approval: 'PROPOSED', payouts: 1, open: 1, amount: 4_000_000 }])
  await site.drain()
  expect(site.messages.map(({ to }) => to).sort()).toEqual([admin.phone, second.phone])
  const id = batches[0]?.id ?? 0
  expect(await codeOf(operator().payouts.settle({ id, outcome: 'PAID' }))).toBe('PAYOUT_NOT_APPROVED')
  expect((await operator().approvals.list({})).count).toBe(0)
  for (const { calls } of [owner, agency, support])
    expect(await codeOf(calls.operator.payouts.release({ id }))).toBe('NOT_FOUND')
  expect(await operator().payouts.release({ id })).toEqual({ id, payouts: 1, returned: 0, waits: false })
  expect(await codeOf(second.calls.operator.payouts.release({ id }))).toBe('PAYOUT_DECIDED')
  expect(await operator().payouts.batch({ id })).toMatchObject({
    approval: 'NOT_NEEDED',
    created_by: expect.any(String),
  })
  await operator().payouts.settle({ id, outcome: 'PAID' })
  expect(await owed(TOMAN.company)).toBe(0)
  expect(await codeOf(operator().payouts.release({ id: 2_000_000_000 }))).toBe('NOT_FOUND')
})

test('a large batch that one operator releases waits for a second one', async () => {
  await earn(TOMAN.company, 60_000_000)
  const id = (await proposed())[0]?.id ?? 0
  expect(await operator().payouts.release({ id })).toMatchObject({ waits: true })
  expect(await codeOf(operator().payouts.settle({ id, outcome: 'PAID' }))).toBe('PAYOUT_NOT_APPROVED')
  expect(await codeOf(operator().payouts.approve({ id }))).toBe('PAYOUT_DECIDED')
  await second.calls.operator.payouts.approve({ id })
  await operator().payouts.settle({ id, outcome: 'PAID' })
})

test('what an operator released counts as theirs from then on, and not a proposal before', async () => {
  await earn(TOMAN.company, 30_000_000)
  const first = (await proposed())[0]?.id ?? 0
  site.clock.advance(3 * 24 * 60)
  await earn(BY_HAND.company, 30_000_000)
  const other = (await proposed())[0]?.id ?? 0
  expect(await operator().payouts.release({ id: first })).toMatchObject({ waits: false })
  expect(await operator().payouts.release({ id: other })).toMatchObject({ waits: true })
})

test('a payout whose account or amount is not as proposed is taken out and due again', async () => {
  await earn(TOMAN.company, 4_000_000)
  await earn(BY_HAND.company, 5_000_000)
  const id = (await proposed())[0]?.id ?? 0
  await earn(TOMAN.company, -1_000_000)
  await db
    .updateTable('company_bank')
    .set({ holder_status: 'WAITING' })
    .where('company_id', '=', BY_HAND.company)
    .execute()
  expect(await operator().payouts.release({ id })).toEqual({ id, payouts: 0, returned: 2, waits: false })
  const { due } = await operator().payouts.list({})
  expect(due.map(({ amount }) => amount).sort()).toEqual([3_000_000, 5_000_000])
})

const suspend = (company: number, suspended: boolean) =>
  operator().companies.change({ id: company, suspended, reason: 'Licence has run out' })

test('what a suspended company is owed is taken out of a proposal, is paused, and is due again when the suspension ends', async () => {
  await earn(TOMAN.company, 4_000_000)
  await earn(BY_HAND.company, 5_000_000)
  const id = (await proposed())[0]?.id ?? 0
  await suspend(TOMAN.company, true)
  expect(await operator().payouts.release({ id })).toMatchObject({ payouts: 1, returned: 1 })
  const accounts = async () => (await operator().payouts.list({})).due.map(({ account }) => account)
  expect(await accounts()).toEqual(['PAUSED'])
  expect(await operator().payouts.make({ currency: 'IRT' })).toEqual({ id: null, payouts: 0 })
  await proposePayouts(site.deps)
  expect(await accounts()).toEqual(['PAUSED'])
  await suspend(TOMAN.company, false)
  expect(await accounts()).toEqual(['READY'])
})

test('a batch made before the suspension has nothing for that company in its file, and settling all leaves it open, also after the suspension', async () => {
  await earn(TOMAN.company, 4_000_000)
  await earn(BY_HAND.company, 5_000_000)
  const id = (await operator().payouts.make({ currency: 'IRT' })).id ?? 0
  await suspend(TOMAN.company, true)
  const items = async () =>
    Object.fromEntries((await operator().payouts.batch({ id })).items.map((item) => [item.company?.id, item]))
  expect(await items()).toMatchObject({
    [TOMAN.company]: { paused: true, in_file: false },
    [BY_HAND.company]: { paused: false, in_file: true },
  })
  // Nor afterwards: the bank may have got the file while it lacked this one.
  await suspend(TOMAN.company, false)
  expect(await items()).toMatchObject({ [TOMAN.company]: { paused: true, in_file: false } })
  expect(await operator().payouts.settle({ id, outcome: 'PAID' })).toEqual({ settled: 1 })
  expect(await items()).toMatchObject({ [TOMAN.company]: { status: 'OPEN' }, [BY_HAND.company]: { status: 'PAID' } })
  expect(await owed(TOMAN.company)).toBe(4_000_000)
  // The bank may have had its transfer before the suspension.
  const payout = (await items())[TOMAN.company]?.id
  expect(await operator().payouts.settle({ id, payout, outcome: 'PAID' })).toEqual({ settled: 1 })
})

test('what is left out of a proposal is proposed again a week later, and nothing due means no batch', async () => {
  expect(await proposed()).toEqual([])
  await earn(TOMAN.company, 4_000_000)
  const id = (await proposed())[0]?.id ?? 0
  await operator().payouts.settle({ id, outcome: 'RETURNED' })
  expect(await codeOf(operator().payouts.release({ id }))).toBe('PAYOUT_DECIDED')
  expect((await proposed())[0]).toMatchObject({ approval: 'PROPOSED', open: 1 })
})

test('a suspension while a batch is being made holds back the company’s payout', async () => {
  await earn(TOMAN.company, 4_000_000)
  const held = await db.startTransaction().execute()
  await held.selectFrom('company').select('id').where('id', '=', TOMAN.company).forUpdate().execute()
  await held.updateTable('company').set({ suspended_at: site.clock.now() }).where('id', '=', TOMAN.company).execute()
  const made = operator().payouts.make({ currency: 'IRT' })
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(db)
      return rows[0]?.waits
    })
    .toBe(true)
  await held.commit().execute()
  const id = (await made).id ?? 0
  expect((await operator().payouts.batch({ id })).items).toMatchObject([{ paused: true, in_file: false }])
  expect(await codeOf(operator().payouts.settle({ id, outcome: 'PAID' }))).toBe('PAYOUT_DECIDED')
  await suspend(TOMAN.company, false)
})
