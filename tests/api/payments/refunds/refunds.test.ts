import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { post, reversePosting } from '#app/api/books/ledger.ts'
import { up as settleRetained } from '#app/db/migrations/0210-retained-money.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { signedIn } from '../../../support/api/identities.ts'
import { paidLongAgo } from '../../../support/api/past-card.ts'
import { notifiedToApprove } from '../../../support/api/people.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const visitor = site.as()
const admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
const agency = await signedIn(site, { phone: '+989120000302', role: 'AGENT', company: TOMAN.company })
const DRIVER_PHONE = '+989121234567'
const customer = await signedIn(site, { phone: DRIVER_PHONE })
const operator = admin.calls.operator

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let days = 0
/** A paid reservation, and its payment. */
async function paid() {
  days += 4
  const day = (n: number) => new Date(Date.parse('2026-12-01') + (days + n) * 86_400_000).toISOString().slice(0, 10)
  const rental = { ...RENTAL, start_date: day(0), end_date: day(2) }
  const { id } = await visitor.reservations.reserve({ ...rental, ...DRIVER })
  const started = await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: id })
  const answer = await bank.press(started.url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  return { reservation: id, payment: started.payment_id }
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

test('an operator sees the payment’s way to the bank and back, and its entries in the books', async () => {
  const { payment } = await paid()
  const shown = await operator.payments.read({ id: payment })
  expect(shown).toMatchObject({
    status: 'PAID',
    payer: { id: customer.id },
    company: { id: TOMAN.company },
    refunds: [],
  })
  expect(shown.history.map(({ what }) => what)).toEqual(expect.arrayContaining(['CREATED', 'REDIRECTED', 'CLAIMED']))
  expect(shown.ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(shown.refundable).toBe(shown.amount)
  const { found } = await operator.overview.find({ q: shown.number })
  expect(found).toContainEqual(expect.objectContaining({ kind: 'payment', id: payment }))
})

test('a refund goes to the payer’s wallet, is charged to us or the company, and never exceeds the payment', async () => {
  const { payment, reservation } = await paid()
  const before = await balances(db)
  const { refundable } = await operator.payments.read({ id: payment })
  const refund = (amount: number, bearer: 'MARKETPLACE' | 'COMPANY' = 'MARKETPLACE') =>
    operator.payments.refund({ id: payment, amount, bearer, reason: 'The car came late' })
  expect(await refund(1000)).toMatchObject({ status: 'DONE', payment: { id: payment, bearer: 'MARKETPLACE' } })
  expect(await refund(2000, 'COMPANY')).toMatchObject({ status: 'DONE' })
  const after = await balances(db)
  const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(moved('COMMISSION marketplace')).toBe(-1000)
  expect(moved(`COMPANY ${TOMAN.company}`)).toBe(-2000)
  expect((await operator.payments.read({ id: payment })).refundable).toBe(refundable - 3000)
  expect(await refusal(refund(refundable - 2999))).toMatchObject({
    code: 'INVALID_FIELDS',
    data: { fields: { amount: ['above_refundable'] } },
  })
  expect(await codeOf(refund(0))).toBe('INVALID_FIELDS')
  const kept = await db.selectFrom('reservation').select('status').where('id', '=', reservation).executeTakeFirst()
  expect(kept?.status).toBe('CONFIRMED')
})

test('simultaneous refunds never exceed the payment, and the same form twice refunds once', async () => {
  const { payment } = await paid()
  const { refundable } = await operator.payments.read({ id: payment })
  await db.updateTable('site_config').set({ approval_irt: 900_000_000 }).execute()
  const half = Math.floor(refundable / 2) + 1
  const call = { id: payment, amount: half, bearer: 'MARKETPLACE', reason: 'Booked twice' } as const
  const answers = await Promise.allSettled([
    operator.payments.refund(call),
    second.calls.operator.payments.refund(call),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const once = site.as({ accessToken: admin.access, idempotencyKey: 'one-refund' }).operator
  const same = await Promise.all([
    once.payments.refund({ ...call, amount: 500 }),
    once.payments.refund({ ...call, amount: 500 }),
  ])
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
})

test('a large refund waits for a second operator and reserves its amount meanwhile', async () => {
  const { payment } = await paid()
  const { refundable } = await operator.payments.read({ id: payment })
  await db.updateTable('site_config').set({ approval_irt: 1000 }).execute()
  await db.deleteFrom('notification').where('kind', '=', 'approvalAsked').execute()
  const call = { id: payment, amount: refundable, bearer: 'MARKETPLACE', reason: 'No car was there' } as const
  const { id, status } = await operator.payments.refund(call)
  expect(status).toBe('WAITING')
  expect(await notifiedToApprove(site)).toEqual([second.id])
  expect(await codeOf(operator.payments.refund({ ...call, amount: 1 }))).toBe('INVALID_FIELDS')
  expect(await codeOf(operator.payments.decideCorrection({ id, approved: true }))).toBe('CORRECTION_DECIDED')
  expect(await second.calls.operator.payments.decideCorrection({ id, approved: true })).toMatchObject({
    status: 'DONE',
  })
  const refunds = (await operator.payments.read({ id: payment })).ledger.filter(({ kind }) => kind === 'REFUND')
  expect(refunds).toContainEqual(expect.objectContaining({ account: 'WALLET', amount: refundable }))
})

test('what a cancellation refunded is not refunded again', async () => {
  const { payment, reservation } = await paid()
  await visitor.reservations.cancel({ id: reservation })
  const { refundable } = await operator.payments.read({ id: payment })
  expect(refundable).toBe(0)
  const refund = operator.payments.refund({ id: payment, amount: 1, bearer: 'COMPANY', reason: 'Again' })
  expect(await refusal(refund)).toMatchObject({ data: { fields: { '': ['not_refundable'] } } })
})

describe('nobody gets more than was paid', () => {
  const refundOf = (payment: string, amount: number, bearer: 'MARKETPLACE' | 'COMPANY' = 'MARKETPLACE') =>
    operator.payments.refund({ id: payment, amount, bearer, reason: 'The car came late' })
  const refundable = async (payment: string) => (await operator.payments.read({ id: payment })).refundable
  /** What each account has received since. */
  const since = async () => {
    const before = await balances(db)
    return async (name: string) => ((await balances(db))[name] ?? 0) - (before[name] ?? 0)
  }
  const WALLET = `WALLET ${DRIVER_PHONE}`
  beforeEach(async () => {
    await db.updateTable('site_config').set({ approval_irt: 900_000_000 }).execute()
  })

  test('by a refund and then a cancellation: each gets back what they paid', async () => {
    const { payment, reservation } = await paid()
    const all = await refundable(payment)
    const got = await since()
    await refundOf(payment, 1000)
    await refundOf(payment, all - 3000, 'COMPANY')
    expect((await visitor.reservations.voucher({ id: reservation })).refund_now).toBe(2000)
    expect(await visitor.reservations.cancel({ id: reservation })).toMatchObject({ refund: 2000 })
    expect(await got(WALLET)).toBe(all)
    expect(await got(`COMPANY ${TOMAN.company}`)).toBe(0)
    expect(await got('COMMISSION marketplace')).toBe(0)
    expect(await codeOf(refundOf(payment, 1))).toBe('INVALID_FIELDS')
  })

  test('by a refund that waits while the reservation is cancelled: it can only be rejected', async () => {
    const { payment, reservation } = await paid()
    await paidLongAgo(db, reservation)
    const all = await refundable(payment)
    const got = await since()
    await db.updateTable('site_config').set({ approval_irt: 1000 }).execute()
    const { id } = await refundOf(payment, all)
    expect(await visitor.reservations.cancel({ id: reservation })).toMatchObject({ refund: all })
    expect(await refusal(second.calls.operator.payments.decideCorrection({ id, approved: true }))).toMatchObject({
      data: { fields: { '': ['refund_not_covered'] } },
    })
    expect(await got(WALLET)).toBe(all)
    expect(await second.calls.operator.payments.decideCorrection({ id, approved: false })).toMatchObject({
      status: 'REFUSED',
    })
  })

  test('by a refund and then a shorter rental', async () => {
    const { payment, reservation } = await paid()
    const all = await refundable(payment)
    const got = await since()
    await refundOf(payment, all)
    const { start_date } = await visitor.reservations.voucher({ id: reservation })
    const end_date = new Date(Date.parse(start_date) + 86_400_000).toISOString().slice(0, 10)
    const change = await customer.calls.reservations.change({ id: reservation, end_date })
    expect(change.difference).toBeLessThan(0)
    expect(change.to_wallet).toBe(0)
    await visitor.reservations.cancel({ id: reservation })
    expect(await got(WALLET)).toBe(all)
    expect(await got('COMMISSION marketplace')).toBe(0)
  })

  test('by four refunds of two payments and a cancellation at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { payment, reservation } = await paid()
      const { end_date } = await visitor.reservations.voucher({ id: reservation })
      const later = new Date(Date.parse(end_date) + 86_400_000).toISOString().slice(0, 10)
      const { transaction_id } = await customer.calls.reservations.change({ id: reservation, end_date: later })
      const started = await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: transaction_id ?? '' })
      await visitor.payments.clientVerify({
        ref_id: started.payment_id,
        answer: await bank.press(started.url ?? '', 'pay'),
      })
      const { paid: all } = await visitor.reservations.voucher({ id: reservation })
      const got = await since()
      const first = await refundable(payment)
      const other = await refundable(started.payment_id)
      expect(first + other).toBe(all)
      await Promise.allSettled([
        refundOf(payment, first),
        refundOf(started.payment_id, other),
        second.calls.operator.payments.refund({
          id: payment,
          amount: first,
          bearer: 'COMPANY',
          reason: 'Booked twice',
        }),
        second.calls.operator.payments.refund({
          id: started.payment_id,
          amount: 1,
          bearer: 'COMPANY',
          reason: 'Again',
        }),
        ...(round === 0 ? [] : [visitor.reservations.cancel({ id: reservation })]),
      ])
      const given = await got(WALLET)
      expect(given).toBeLessThanOrEqual(all)
      if (round > 0) expect(given).toBe(all)
      const left = (await refundable(payment)) + (await refundable(started.payment_id))
      expect(left).toBeLessThanOrEqual(2 * (all - given))
    }
  })
})

describe('what remains of a cancellation or a no-show', () => {
  /** Our commission: twelve per cent. */
  const shares = (retained: number) => ({
    company: retained - Math.round(retained * 0.12),
    ours: Math.round(retained * 0.12),
  })

  const percent = (commission_percent: number) =>
    db.updateTable('company').set({ commission_percent }).where('id', '=', TOMAN.company).execute()
  afterEach(() => percent(12))

  test('is the company’s, less commission at the booking’s rate, and is on its statement', async () => {
    const { reservation } = await paid()
    const { half_until, paid: all } = await visitor.reservations.voucher({ id: reservation })
    const before = await balances(db)
    await percent(50)
    site.clock.set(half_until)
    const { refund } = await visitor.reservations.cancel({ id: reservation })
    expect(refund).toBe(all / 2)
    const after = await balances(db)
    const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(moved(`COMPANY ${TOMAN.company}`)).toBe(shares(all - refund).company)
    expect(moved('COMMISSION marketplace')).toBe(shares(all - refund).ours)
    expect(moved(`PREPAYMENT ${TOMAN.company}`)).toBe(-all)
    const { results } = await agency.calls.company.money.statement({})
    expect(results[0]).toMatchObject({ kind: 'RETAINED', amount: shares(all - refund).company })
  })

  test('is moved from the accounts of an earlier version, except what was undone', async () => {
    const { reservation } = await paid()
    const { reservation: other } = await paid()
    const before = await balances(db)
    const left = async (key: string, id: string, amount: number) =>
      db.transaction().execute((tx) =>
        post(tx, {
          ...{ key, kind: 'REFUND', currency: 'IRT', at: site.clock.now(), reservation: id },
          entries: [
            { kind: 'COMPANY', owner: TOMAN.company, amount: -amount },
            { kind: 'CANCELLATION_FEE', owner: TOMAN.company, amount },
          ],
        }),
      )
    await left(`change of-old`, reservation, 1004)
    await left(`refund ${other}`, other, 50_000)
    await db
      .transaction()
      .execute((tx) => reversePosting(tx, { key: `refund ${other}`, reservation: other, at: site.clock.now() }))
    await db.transaction().execute((tx) => settleRetained(tx as never))
    const after = await balances(db)
    const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(after[`CANCELLATION_FEE ${TOMAN.company}`]).toBeUndefined()
    expect(moved('COMMISSION marketplace')).toBe(120)
    expect(moved(`COMPANY ${TOMAN.company}`)).toBe(-120)
  })

  test('is the same for a no-show, and is booked back when that is undone', async () => {
    const { reservation } = await paid()
    const { start_at, paid: all } = await visitor.reservations.voucher({ id: reservation })
    const before = await balances(db)
    site.clock.set(new Date(Date.parse(start_at) + 2 * 3_600_000).toISOString())
    const agency = await signedIn(site, { phone: '+989120000303', role: 'AGENT', company: TOMAN.company })
    const noShow = () => agency.calls.company.reservations.changeReserve({ id: reservation, action: 'no_show' })
    const moved = async () =>
      ((await balances(db))[`COMPANY ${TOMAN.company}`] ?? 0) - (before[`COMPANY ${TOMAN.company}`] ?? 0)
    for (let round = 0; round < 2; round++) {
      await noShow()
      expect(await moved()).toBe(shares(all).company)
      await agency.calls.company.reservations.undo({ id: reservation })
      expect(await moved()).toBe(0)
    }
    await noShow()
    expect(await moved()).toBe(shares(all).company)
  })
})
