import { afterEach, expect, test } from 'vitest'
import { testApi } from '../support/api/api.ts'
import { balances, wrongInBooks } from '../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../support/api/fleet.ts'
import { signedIn } from '../support/api/identities.ts'
import { refusal } from '../support/api/refusal.ts'
import { testBank } from '../support/server/bank.ts'
import { testDatabase } from '../support/server/database.ts'

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
await loadFleet(db)
const visitor = site.as()
const admin = await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })
const second = await signedIn(site, { phone: '+989120000301', role: 'ADMIN' })
const operator = admin.calls.operator

afterEach(async () => {
  expect(site.reported).toEqual([])
  expect(await wrongInBooks(db)).toEqual([])
})

let days = 0
/** A paid reservation, and its payment. */
async function paid() {
  days += 10
  const day = (n: number) => new Date(Date.parse('2026-12-01') + (days + n) * 86_400_000).toISOString().slice(0, 10)
  const rental = { ...RENTAL, start_date: day(0), end_date: day(2) }
  const { id } = await visitor.reservations.reserve({ ...rental, ...DRIVER })
  const started = await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: id })
  const answer = await bank.press(started.url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  return { reservation: id, payment: started.payment_id }
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code

test('an operator sees the way to the bank and back, and the entries in the books', async () => {
  const { payment } = await paid()
  const shown = await operator.payment({ id: payment })
  expect(shown).toMatchObject({ status: 'PAID', payer: { id: null }, company: { id: TOMAN.company }, refunds: [] })
  expect(shown.history.map(({ what }) => what)).toEqual(expect.arrayContaining(['CREATED', 'REDIRECTED', 'CLAIMED']))
  expect(shown.ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(shown.refundable).toBe(shown.amount)
  const { found } = await operator.find({ q: shown.number })
  expect(found).toContainEqual(expect.objectContaining({ kind: 'payment', id: payment }))
})

test('a refund goes to the wallet of the payer, is borne by us or the company, and never exceeds the payment', async () => {
  const { payment, reservation } = await paid()
  const before = await balances(db)
  const { refundable } = await operator.payment({ id: payment })
  const refund = (amount: number, bearer: 'MARKETPLACE' | 'COMPANY' = 'MARKETPLACE') =>
    operator.refund({ id: payment, amount, bearer, reason: 'The car came late' })
  expect(await refund(1000)).toMatchObject({ status: 'DONE', payment: { id: payment, bearer: 'MARKETPLACE' } })
  expect(await refund(2000, 'COMPANY')).toMatchObject({ status: 'DONE' })
  const after = await balances(db)
  const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(moved('COMMISSION marketplace')).toBe(-1000)
  expect(moved(`COMPANY ${TOMAN.company}`)).toBe(-2000)
  expect((await operator.payment({ id: payment })).refundable).toBe(refundable - 3000)
  expect(await refusal(refund(refundable - 2999))).toMatchObject({
    code: 'INVALID_FIELDS',
    data: { fields: { amount: ['above_refundable'] } },
  })
  expect(await codeOf(refund(0))).toBe('INVALID_FIELDS')
  const kept = await db.selectFrom('reservation').select('status').where('id', '=', reservation).executeTakeFirst()
  expect(kept?.status).toBe('CONFIRMED')
})

test('refunds at once give no more than was paid, and the same form twice gives once', async () => {
  const { payment } = await paid()
  const { refundable } = await operator.payment({ id: payment })
  await operator.config({ approval_irt: 900_000_000 })
  const half = Math.floor(refundable / 2) + 1
  const call = { id: payment, amount: half, bearer: 'MARKETPLACE', reason: 'Booked twice' } as const
  const answers = await Promise.allSettled([operator.refund(call), second.calls.operator.refund(call)])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const once = site.as({ accessToken: admin.access, idempotencyKey: 'one-refund' }).operator
  const same = await Promise.all([once.refund({ ...call, amount: 500 }), once.refund({ ...call, amount: 500 })])
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
})

test('a large refund waits for a second operator and holds its amount back meanwhile', async () => {
  const { payment } = await paid()
  const { refundable } = await operator.payment({ id: payment })
  await operator.config({ approval_irt: 1000 })
  const call = { id: payment, amount: refundable, bearer: 'MARKETPLACE', reason: 'No car was there' } as const
  const { id, status } = await operator.refund(call)
  expect(status).toBe('WAITING')
  expect(await codeOf(operator.refund({ ...call, amount: 1 }))).toBe('INVALID_FIELDS')
  expect(await codeOf(operator.decideCorrection({ id, approved: true }))).toBe('CORRECTION_DECIDED')
  expect(await second.calls.operator.decideCorrection({ id, approved: true })).toMatchObject({ status: 'DONE' })
  const refunds = (await operator.payment({ id: payment })).ledger.filter(({ kind }) => kind === 'REFUND')
  expect(refunds).toContainEqual(expect.objectContaining({ account: 'WALLET', amount: refundable }))
})

test('what a cancellation gave back is not given back again', async () => {
  const { payment, reservation } = await paid()
  await visitor.reservations.cancel({ id: reservation })
  const { refundable } = await operator.payment({ id: payment })
  expect(refundable).toBe(0)
  const refund = operator.refund({ id: payment, amount: 1, bearer: 'COMPANY', reason: 'Again' })
  expect(await refusal(refund)).toMatchObject({ data: { fields: { '': ['not_refundable'] } } })
})
