import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { RATE_DAYS } from '#app/rules/money/exchange-rate.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../support/api/fleet.ts'
import { fiveIdentities, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const site = await testApi({ db })
await loadFleet(db)
const { visitor, owner, agency, admin } = await fiveIdentities(site)
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
const operator = () => admin.calls.operator

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
/** Approves all pending requests as the second operator. */
async function approveAll() {
  for (const { kind, id } of (await second.calls.operator.approvals.list({})).results)
    if (kind !== 'CORRECTION' && kind !== 'PAYOUTS')
      await second.calls.operator.approvals.decide({ id, approved: true })
}

describe('the audit log', () => {
  test('has the changes by staff and operators with the former values, and nothing about customers', async () => {
    await owner.calls.account.updateProfile({ body: { fullname: 'Sara' } })
    await agency.calls.company.settings.update({ child_seat_price: 123_000 })
    await operator().companies.changeCommission({ id: TOMAN.company, commission_percent: 15, reason: 'New contract' })
    await approveAll()
    const { results, count } = await operator().audit.list({ subject: 'company' })
    expect(count).toBe(2)
    expect(results).toMatchObject([
      {
        actor: { id: second.id },
        role: 'ADMIN',
        call: 'PATCH /admin/approvals/{id}/',
        reason: 'New contract',
        key: String(TOMAN.company),
        action: 'UPDATE',
        changes: [{ name: 'commission_percent', before: '12', after: '15' }],
      },
      {
        actor: { id: agency.id },
        role: 'AGENT',
        reason: null,
        changes: [{ name: 'child_seat_price', after: '123000' }],
      },
    ])
    expect((await operator().audit.list({ actor: owner.id })).count).toBe(0)
  })

  test('cannot be changed in the database', async () => {
    for (const change of [
      sql`update audit_entry set actor = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry`,
    ])
      await expect(change.execute(db)).rejects.toThrow('append-only')
  })

  test('contains no personal data', async () => {
    await admin.calls.account.updateProfile({ body: { fullname: 'Kaveh the operator' } })
    const { results } = await operator().audit.list({ subject: 'account', key: admin.id })
    expect(results[0]?.changes).toContainEqual({ name: 'fullname', before: '…', after: '…' })
    expect(JSON.stringify(results[0]?.changes)).not.toContain('Kaveh the')
  })

  test('a connection that an operator used does not attribute the next caller’s writes to them', async () => {
    const { count } = await operator().audit.list({})
    await Promise.all(
      Array.from({ length: 20 }, () => owner.calls.account.updateProfile({ body: { fullname: 'Sara M.' } })),
    )
    expect((await operator().audit.list({})).count).toBe(count)
  })
})

describe('people', () => {
  test('a ban ends every session and is logged with its reason; an operator cannot be banned', async () => {
    const guest = await signedIn(site, { phone: '+989121000001' })
    expect(await operator().people.ban({ id: guest.id, banned: true, reason: 'Fraud' })).toEqual({
      id: guest.id,
      banned: true,
    })
    expect(await codeOf(guest.calls.account.profile({}))).toBe('BANNED_USER')
    expect(await operator().people.read({ id: guest.id })).toMatchObject({ sessions: 0, banned_at: expect.any(String) })
    await operator().people.ban({ id: guest.id, banned: false, reason: 'Cleared' })
    expect(await codeOf(guest.calls.account.profile({}))).toBe('INVALID_TOKEN')
    expect(await codeOf(operator().people.ban({ id: second.id, banned: true, reason: 'Out' }))).toBe('INVALID_FIELDS')
    expect(await codeOf(operator().people.ban({ id: 'A'.repeat(22), banned: true, reason: 'Out' }))).toBe('NOT_FOUND')
    const { results } = await operator().audit.list({ subject: 'account', key: guest.id })
    expect(results.map(({ action, reason }) => reason ?? action)).toEqual(['Cleared', 'READ', 'Fraud'])
  })

  test('a small correction moves money at once and balances; the wallet never goes below zero', async () => {
    const correct = (amount: number) =>
      operator().payments.correct({ id: owner.id, currency: 'EUR', amount, reason: 'Goodwill after a late pick-up' })
    expect(await correct(2500)).toMatchObject({ status: 'DONE', amount: 2500, decidable: false })
    expect((await operator().people.read({ id: owner.id })).wallet).toEqual([{ currency: 'EUR', balance: 2500 }])
    expect(await refusal(correct(-2501))).toMatchObject({
      code: 'INVALID_FIELDS',
      data: { fields: { amount: ['wallet_too_low'] } },
    })
    expect(await codeOf(correct(0))).toBe('INVALID_FIELDS')
    expect(await codeOf(correct(10 ** 12))).toBe('INVALID_FIELDS')
  })

  test('the same correction sent twice, as by a double click, moves its money once', async () => {
    const twice = site.as({ accessToken: admin.access, idempotencyKey: 'one-form' }).operator
    const correction = { id: agency.id, currency: 'IRT', amount: 50_000, reason: 'Lost fuel receipt' } as const
    const answers = await Promise.all([twice.payments.correct(correction), twice.payments.correct(correction)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await operator().people.read({ id: agency.id })).wallet).toEqual([{ currency: 'IRT', balance: 50_000 }])
  })

  test('a large correction waits for a second operator, and is decided once, by another than its author', async () => {
    const { id, status } = await operator().payments.correct({
      id: owner.id,
      currency: 'EUR',
      amount: 90_000,
      reason: 'Court order',
    })
    expect(status).toBe('WAITING')
    expect((await operator().overview.read({})).waiting.approvals).toBe(1)
    expect(await codeOf(operator().payments.decideCorrection({ id, approved: true }))).toBe('CORRECTION_DECIDED')
    const answers = await Promise.all(
      [true, true, false].map((approved) =>
        second.calls.operator.payments.decideCorrection({ id, approved }).then(
          ({ status }) => status,
          () => 'refused',
        ),
      ),
    )
    expect(answers.filter((answer) => answer === 'refused')).toHaveLength(2)
    const isDone = answers.includes('DONE')
    expect((await operator().people.read({ id: owner.id })).wallet).toEqual([
      { currency: 'EUR', balance: isDone ? 92_500 : 2500 },
    ])
  })
})

describe('companies and codes', () => {
  test('a commission outside the bounds, or without a reason, changes nothing', async () => {
    for (const commission_percent of [-1, 51, 12.5]) {
      const change = operator().companies.changeCommission({ id: 1, commission_percent, reason: 'Why not' })
      expect(await codeOf(change)).toBe('INVALID_FIELDS')
    }
    expect(await codeOf(operator().companies.changeCommission({ id: 1, commission_percent: 10, reason: ' ' }))).toBe(
      'INVALID_FIELDS',
    )
    expect(await codeOf(operator().companies.change({ id: 99_999, verified: true, reason: 'Checked' }))).toBe(
      'NOT_FOUND',
    )
    expect((await operator().companies.read({ id: 1 })).commission_percent).toBe(15)
  })

  test('a code is unique ignoring case, is valid for its days, and can be ended at once', async () => {
    const { code: made, waits } = await operator().settings.createCode({
      ...{
        code: 'yalda-30',
        percent: 30,
        cap: 1_000_000,
        currency: 'IRT',
        start_date: '2026-11-20',
        end_date: '2026-12-20',
      },
      ...{ min_days: 2, total_uses: '۵۰', once_per_phone: 'on' },
    } as never)
    expect(waits).toBe(false)
    expect(made).toMatchObject({
      code: 'YALDA-30',
      status: 'RUNNING',
      total_uses: 50,
      ends_at: '2026-12-20T20:30:00.000Z',
    })
    const again = {
      code: 'Yalda-30',
      amount: 5,
      currency: 'EUR',
      start_date: '2026-11-20',
      end_date: '2026-12-20',
      total_uses: 1,
    } as const
    expect(await refusal(operator().settings.createCode(again))).toMatchObject({
      data: { fields: { code: ['code_taken'] } },
    })
    const both = { ...again, code: 'OTHER', percent: 5 }
    expect(await refusal(operator().settings.createCode(both))).toMatchObject({
      data: { fields: { amount: ['percent_or_amount'] } },
    })
    const backwards = { ...again, code: 'OTHER', end_date: '2026-11-01' }
    expect(await refusal(operator().settings.createCode(backwards))).toMatchObject({
      data: { fields: { end_date: ['end_before_start'] } },
    })
    expect(await operator().settings.endCode({ id: made?.id ?? 0 })).toMatchObject({ status: 'ENDED' })
  })
})

test('a new euro rate applies to prices at once with one log entry, and writes no vehicle; fields that are not sent stay', async () => {
  await db.updateTable('company').set({ currency_id: CURRENCY_IDS.EUR }).where('id', '=', BY_HAND.company).execute()
  const before = await operator().settings.change({})
  const perDay = async () => (await visitor.ads.read({ id: BY_HAND.ad })).price.per_day
  const writtenBy = () => sql`select id, xmin::text from ad order by id`.execute(db)
  const [written, shown] = [(await writtenBy()).rows, await perDay()]
  await operator().settings.change({ euro_rate: before.euro_rate * 2, reason: 'Market rate' })
  await approveAll()
  const euro = await operator().settings.read()
  expect(euro).toEqual({ ...before, euro_rate: before.euro_rate * 2, euro_rate_set_at: expect.any(String) })
  expect((await writtenBy()).rows).toEqual(written)
  expect(await perDay()).toBe(shown * 2)
  const { results } = await operator().audit.list({ subject: 'currency' })
  expect(results).toMatchObject([{ reason: 'Market rate', action: 'UPDATE' }])
  expect((await operator().audit.list({ subject: 'ad' })).count).toBe(0)
  for (const euro_rate of [0, -5, 10 ** 12])
    expect(await codeOf(operator().settings.change({ euro_rate }))).toBe('INVALID_FIELDS')
})

test('a rate older than a week waits in the overview until an operator sets it again, be it the same', async () => {
  const waiting = async () => (await operator().overview.read({ days: 7 })).waiting.exchange_rate
  const { euro_rate } = await operator().settings.read()
  const rate_set_at = new Date(site.clock.now().getTime() - (RATE_DAYS * 24 + 1) * 3_600_000)
  await db.updateTable('currency').set({ rate_set_at }).where('id', '=', CURRENCY_IDS.EUR).execute()
  expect(await waiting()).toBe(1)
  await operator().settings.change({ euro_rate, reason: 'The market’s rate, looked up' })
  await approveAll()
  expect(await waiting()).toBe(0)
  expect(await operator().settings.read()).toMatchObject({ euro_rate })
})

test('one search finds people, reservations, companies and codes by any of their data', async () => {
  const { id } = await visitor.reservations.reserve({ ...RENTAL, ...DRIVER, phone: '09123334455' })
  const { number } = await db.selectFrom('reservation').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  const kinds = async (q: string) => (await operator().overview.find({ q })).found.map(({ kind, id }) => [kind, id])
  expect(await kinds(`SV-${number}`)).toContainEqual(['reservation', id])
  expect(await kinds('0912 333 4455')).toContainEqual(['reservation', id])
  expect(await kinds('+989121234567')).toContainEqual(['person', owner.id])
  expect((await kinds('yalda')).map(([kind]) => kind)).toContain('code')
  expect(await kinds('%')).toEqual([])
  expect(await kinds('%%%')).toEqual([])
  // A plate as people type it, a part of a phone, a listing and a company by number.
  await db.updateTable('ad').set({ plate: '74186 کیش' }).where('id', '=', 105).execute()
  expect(await kinds('۷۴۱۸۶ كيش')).toEqual([['vehicle', 105]])
  expect(await kinds('7418')).toEqual([['vehicle', 105]])
  expect(await kinds('333 4455')).toEqual([['reservation', id]])
  expect(await kinds('105')).toContainEqual(['vehicle', 105])
  expect(await kinds('Marjan')).toContainEqual(['company', TOMAN.company])
  const { found } = await operator().overview.find({ q: `SV-${number}` })
  expect(found).toMatchObject([{ kind: 'reservation', number: `SV-${number}`, status: 'AWAITING_PAYMENT' }])
})

test('people are listed for operators by what is known of them, and those who are banned alone', async () => {
  const list = async (asked: object) => (await operator().people.list(asked)).results.map(({ id }) => id)
  expect(await list({})).toContain(owner.id)
  expect(await list({ q: '0912 123 4567' })).toEqual([owner.id])
  expect(await list({ role: 'AGENT' })).not.toContain(owner.id)
  expect(await list({ banned: true, q: '0912 123 4567' })).toEqual([])
  for (const page of [1, 2]) expect((await operator().people.list({ page, size: 1 })).results).toHaveLength(1)
})

test('the overview counts started and completed bookings by day, and what waits', async () => {
  const { days, begun, booked, waiting } = await operator().overview.read({ days: 7 })
  expect(days).toHaveLength(7)
  expect(begun).toBe(1)
  expect(booked).toBe(0)
  expect(waiting).toMatchObject({ tickets: 0, payments: 0, confirmations: 0 })
})
