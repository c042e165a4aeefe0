import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testApi } from '../../support/api/api.ts'
import { loadFleet, TOMAN } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'

/** Decisions that need a second money operator, if there is one: accounts under other names, and high discount codes. */

const { db } = await testDatabase()
const site = await testApi({ db, singleOperator: false })
await loadFleet(db)
let operators = 0
const operatorOf = (operatorRole: 'ALL' | 'MONEY' | 'SUPPORT' = 'MONEY') => {
  operators += 1
  return signedIn(site, { phone: `+98912777${String(operators).padStart(4, '0')}`, role: 'ADMIN', operatorRole })
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
const reason = 'Seen in the register'

let one: Identity
beforeEach(async () => {
  await db.updateTable('account').set({ role: 'CLIENT' }).where('role', '=', 'ADMIN').execute()
  await db.deleteFrom('approval_request').execute()
  await db.deleteFrom('discount_code').execute()
  await db.deleteFrom('wallet_correction').execute()
  one = await operatorOf()
})
afterEach(() => expect(site.reported).toEqual([]))

const waitingFor = async ({ calls }: Identity) => (await calls.operator.approvals.list({})).results
async function decide(by: Identity, approved = true) {
  const [first] = await waitingFor(by)
  return by.calls.operator.approvals.decide({ id: first?.id ?? 0, approved })
}

describe('what waits for a second operator', () => {
  const notified = async (operator: Identity) => {
    await site.drain()
    const rows = await db
      .selectFrom('notification')
      .select('kind')
      .where('account_id', '=', operator.id)
      .where('kind', '=', 'approvalAsked')
      .execute()
    return rows.length
  }
  const correct = (amount: number, of: Identity) =>
    one.calls.operator.payments.correct({ id: of.id, currency: 'IRT', amount, reason })

  test('is announced to operators who can decide it, but not to its author or to operators of other work', async () => {
    const [second, all, support] = [await operatorOf(), await operatorOf('ALL'), await operatorOf('SUPPORT')]
    const customer = await signedIn(site, { phone: '+989127770999' })
    const { approval_irt: limit } = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow()
    await correct(1000, customer)
    expect(await notified(second)).toBe(0)
    expect(await correct(limit + 1, customer)).toMatchObject({ status: 'WAITING' })
    expect(await Promise.all([second, all, support, one].map(notified))).toEqual([1, 1, 0, 0])
    expect(site.messages.some(({ to, text }) => to === second.phone && text.includes('/operator/approvals'))).toBe(true)
    expect((await second.calls.operator.overview.read({ days: 7 })).waiting.approvals).toBe(1)
  })

  test('is announced once in half an hour, however many requests there are, also at once', async () => {
    site.clock.advance(31)
    const [second, customer] = [await operatorOf(), await signedIn(site, { phone: '+989127770998' })]
    const { approval_irt: limit } = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow()
    await Promise.all([1, 2, 3].map((more) => correct(limit + more, customer)))
    expect(await notified(second)).toBe(1)
    site.clock.advance(31)
    await correct(limit + 4, customer)
    expect(await notified(second)).toBe(2)
  })
})

describe('a company account under another name', () => {
  const holderStatus = async () =>
    (await db.selectFrom('company_bank').select('holder_status').executeTakeFirstOrThrow()).holder_status
  let account: { id: number; changed_at: string; reason: string }
  const enter = async () => {
    site.clock.advance(1)
    const changed_at = site.clock.now()
    const entered = { holder: 'Reza Karimi', iban: 'IR062960000000100324200001', changed_at }
    await db.deleteFrom('company_bank').execute()
    await db
      .insertInto('company_bank')
      .values({ company_id: TOMAN.company, ...entered, holder_status: 'WAITING' })
      .execute()
    account = { id: TOMAN.company, changed_at: changed_at.toISOString(), reason }
  }
  beforeEach(enter)

  test('is confirmed by two operators, one of whom only requests it', async () => {
    const [second, support] = [await operatorOf(), await operatorOf('SUPPORT')]
    expect(await one.calls.operator.payouts.confirmHolder(account)).toEqual({ id: TOMAN.company, waits: true })
    expect(await holderStatus()).toBe('WAITING')
    expect(await codeOf(second.calls.operator.payouts.confirmHolder(account))).toBe('APPROVAL_WAITS')
    expect(await waitingFor(second)).toMatchObject([{ kind: 'HOLDER', holder: 'Reza Karimi', is_own: false, reason }])
    expect(await waitingFor(support)).toEqual([])
    expect(await codeOf(decide(one))).toBe('APPROVAL_DECIDED')
    await decide(second)
    expect(await holderStatus()).toBe('CONFIRMED')
  })

  test('is not confirmed by the approval of a previous account', async () => {
    const second = await operatorOf()
    await one.calls.operator.payouts.confirmHolder(account)
    await enter()
    expect(await codeOf(decide(second))).toBe('PAYOUT_DECIDED')
    expect(await holderStatus()).toBe('WAITING')
    await decide(second, false)
    expect(await one.calls.operator.payouts.confirmHolder(account)).toMatchObject({ waits: true })
  })

  test('is confirmed at once where there is no other operator of money', async () => {
    await operatorOf('SUPPORT')
    expect(await one.calls.operator.payouts.confirmHolder(account)).toMatchObject({ waits: false })
    expect(await holderStatus()).toBe('CONFIRMED')
  })
})

describe('a high discount code', () => {
  const code = {
    ...{ code: 'Free-2026', currency: 'IRT' as const, start_date: '2026-11-20', end_date: '2026-12-20' },
    ...{ total_uses: 5, min_days: 1, once_per_phone: true },
  }
  const codes = async () => (await one.calls.operator.settings.codes({})).results.map((made) => made.code)

  test('waits for a second operator, and is made once', async () => {
    const [second, third] = [await operatorOf(), await operatorOf('ALL')]
    expect(await one.calls.operator.settings.createCode({ ...code, percent: 100 })).toEqual({ waits: true, code: null })
    expect(await codes()).toEqual([])
    expect(await codeOf(second.calls.operator.settings.createCode({ ...code, code: 'FREE-2026', percent: 100 }))).toBe(
      'APPROVAL_WAITS',
    )
    expect(await waitingFor(second)).toMatchObject([{ kind: 'CODE', code: { code: 'FREE-2026', percent: 100 } }])
    expect(await codeOf(decide(one))).toBe('APPROVAL_DECIDED')
    const [asked] = await waitingFor(second)
    const answers = await Promise.allSettled(
      [second, third].map(({ calls }) => calls.operator.approvals.decide({ id: asked?.id ?? 0, approved: true })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await codes()).toEqual(['FREE-2026'])
    expect(await codeOf(one.calls.operator.settings.createCode({ ...code, percent: 100 }))).toBe('INVALID_FIELDS')
  })

  test('is half of the price or more, or an amount above one operator’s limit', async () => {
    await operatorOf()
    const { approval_irt: limit } = await db.selectFrom('site_config').selectAll().executeTakeFirstOrThrow()
    const waits = async (name: string, of: { percent: number } | { amount: number }) =>
      (await one.calls.operator.settings.createCode({ ...code, code: name, ...of })).waits
    expect(await waits('PERCENT-49', { percent: 49 })).toBe(false)
    expect(await waits('PERCENT-50', { percent: 50 })).toBe(true)
    expect(await waits('AMOUNT-AT', { amount: limit })).toBe(false)
    expect(await waits('AMOUNT-OVER', { amount: limit + 1 })).toBe(true)
  })

  test('is refused if its name was taken while it waited', async () => {
    const second = await operatorOf()
    await one.calls.operator.settings.createCode({ ...code, percent: 100 })
    await one.calls.operator.settings.createCode({ ...code, percent: 10 })
    expect(await codeOf(decide(second))).toBe('INVALID_FIELDS')
    expect((await one.calls.operator.settings.codes({})).results).toMatchObject([{ percent: 10 }])
  })

  test('is made at once where there is no other operator of money', async () => {
    expect(await one.calls.operator.settings.createCode({ ...code, percent: 100 })).toMatchObject({ waits: false })
    expect(await codes()).toEqual(['FREE-2026'])
  })
})
