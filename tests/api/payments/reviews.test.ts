import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf } from '#app/api/books/ledger.ts'
import { testApi } from '../../support/api/api.ts'
import { wrongInBooks } from '../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL } from '../../support/api/fleet.ts'
import { type Identity, signedIn } from '../../support/api/identities.ts'
import { refusal } from '../../support/api/refusal.ts'
import { testDatabase } from '../../support/server/database/database.ts'
import { testBank } from '../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../support/steps-in-order.ts'

/** Payments that only a person can place: what an operator decides, once, and what the customer is notified of. */

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const visitor = site.as()
const PAID = 810_000
const reason = 'Looked up in the reports of the bank'

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  bank.behave()
  await db.deleteFrom('message_count').execute()
  await limit(900_000_000)
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
  expect(site.reported).toEqual([])
})

const limit = (approval_irt: number) => db.updateTable('site_config').set({ approval_irt }).execute()
let people = 0
let operators = 0
const operatorOf = async (operatorRole: 'MONEY' | 'SUPPORT' = 'MONEY') => {
  operators += 1
  return (await signedIn(site, { phone: `+98912002${4000 + operators}`, role: 'ADMIN', operatorRole })).calls.operator
}
const walletOf = (owner: string) => balanceOf(db, { kind: 'WALLET', owner, currency: 'IRT' })
const paymentOf = (id: string) => db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (id: string) => (await visitor.reservations.status({ id })).status
const kindsOf = async (id: string) => {
  const rows = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
  return rows.map(({ kind }) => kind)
}

/** A payment that came too late: the answer to its reversal was lost, and the bank then refused. */
async function inReview({ isTaken = true, person }: { isTaken?: boolean; person?: Identity } = {}) {
  people += 1
  const phone = person?.phone ?? `+989${String(160_000_000 + people)}`
  const day = (after: number) => new Date(Date.UTC(2026, 11, after + people * 5)).toISOString().slice(0, 10)
  const rental = { ...RENTAL, ...DRIVER, id: 101, start_date: day(1), end_date: day(4) }
  const { id } = await visitor.reservations.reserve({ ...rental, phone })
  const started = person
    ? await person.calls.payments.payOnline({ transaction_id: id, use_wallet: true })
    : await visitor.payments.gatewayPay({ gateway: 'saman', transaction_id: id })
  const answer = await bank.press(started.url ?? '', 'pay')
  site.clock.advance(25)
  const other = await visitor.reservations.reserve({ ...rental, phone: `+989${String(170_000_000 + people)}` })
  bank.misbehave({ hang: ['reverse'] })
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  const sale = bank.sales().find(({ token }) => token === answer.Token)
  if (sale) sale.state = 'paid'
  bank.behave()
  site.clock.advance(1)
  await site.sweep()
  expect((await paymentOf(started.payment_id)).status).toBe('REVIEW')
  if (!isTaken) await visitor.reservations.cancel({ id: other.id })
  return { id, payment: started.payment_id, phone }
}

describe('an operator decides that', () => {
  test('the bank has reversed it: no money is booked, and the customer is notified', async () => {
    const { id, payment, phone } = await inReview()
    const operator = await operatorOf()
    expect(await operator.payments.decideReview({ id: payment, outcome: 'RETURNED', reason })).toEqual({
      id: payment,
      waits: false,
    })
    expect(await paymentOf(payment)).toMatchObject({ status: 'REVERSED', settled_as: 'REVERSED' })
    expect([await walletOf(phone), await statusOf(id)]).toEqual([0, 'EXPIRED'])
    expect(await kindsOf(id)).toContain('paymentReturned')
    const audited = await db.selectFrom('audit_entry').select('reason').where('row_key', '=', payment).execute()
    expect(audited.map((one) => one.reason)).toContain(reason)
  })

  test('it never arrived: no money is booked, and the customer is notified', async () => {
    const { id, payment, phone } = await inReview()
    await (await operatorOf()).payments.decideReview({ id: payment, outcome: 'MISSING', reason })
    expect(await paymentOf(payment)).toMatchObject({ status: 'FAILED', settled_as: null })
    expect(await walletOf(phone)).toBe(0)
    expect(await kindsOf(id)).toContain('paymentMissing')
  })

  test('the bank kept it: the wallet gets it if the vehicle is taken', async () => {
    const { id, payment, phone } = await inReview()
    await (await operatorOf()).payments.decideReview({ id: payment, outcome: 'KEPT', reason })
    expect(await paymentOf(payment)).toMatchObject({ status: 'PAID', settled_as: 'WALLET' })
    expect([await walletOf(phone), await statusOf(id)]).toEqual([PAID, 'EXPIRED'])
    expect(await kindsOf(id)).toContain('lateWallet')
  })

  test('the bank kept it: the reservation is confirmed if the vehicle is free again', async () => {
    const { id, payment, phone } = await inReview({ isTaken: false })
    await (await operatorOf()).payments.decideReview({ id: payment, outcome: 'KEPT', reason })
    expect(await paymentOf(payment)).toMatchObject({ status: 'PAID', settled_as: 'RESERVATION' })
    expect([await walletOf(phone), await statusOf(id)]).toEqual([0, 'CONFIRMED'])
  })
})

describe('an operator decides on wallet money:', () => {
  const FILLED = 300_000
  const kindsFor = async (id: string) => {
    const rows = await db.selectFrom('notification').select('kind').where('account_id', '=', id).execute()
    return rows.map(({ kind }) => kind)
  }

  async function startTopUp(who: Identity) {
    const started = await who.calls.payments.payOnline({ amount: FILLED, currency: 'IRT' })
    return { id: started.payment_id, url: started.url ?? '' }
  }

  test.each(['RETURNED', 'MISSING', 'KEPT'] as const)(
    'a wallet’s part is returned to it once (%s)',
    async (outcome) => {
      const person = await signedIn(site, { phone: `+98918000${4000 + people}` })
      const { id: filled, url } = await startTopUp(person)
      await visitor.payments.clientVerify({ ref_id: filled, answer: await bank.press(url, 'pay') })
      const { payment } = await inReview({ person })
      expect(await paymentOf(payment)).toMatchObject({ amount: PAID - FILLED, wallet_amount: FILLED })
      await (await operatorOf()).payments.decideReview({ id: payment, outcome, reason })
      expect(await walletOf(person.phone)).toBe(outcome === 'KEPT' ? PAID : FILLED)
    },
  )

  test.each([
    ['RETURNED', 0, 'topUpReturned'],
    ['MISSING', 0, 'topUpMissing'],
    ['KEPT', FILLED, 'walletFilled'],
  ] as const)('a top-up adds money only if the bank kept it (%s)', async (outcome, balance, kind) => {
    people += 1
    const person = await signedIn(site, { phone: `+98918000${5000 + people}` })
    const { id } = await startTopUp(person)
    await db.updateTable('payment').set({ status: 'REVIEW' }).where('id', '=', id).execute()
    await (await operatorOf()).payments.decideReview({ id, outcome, reference: `top-up ${people}`, reason })
    expect(await walletOf(person.phone)).toBe(balance)
    expect(await kindsFor(person.id)).toContain(kind)
  })
})

test('of two operators at once one decides, and the other learns that it was decided', async () => {
  const { payment, phone } = await inReview()
  const [one, other] = [await operatorOf(), await operatorOf()]
  const decided = { id: payment, reason }
  const answers = await Promise.allSettled([
    one.payments.decideReview({ ...decided, outcome: 'KEPT' }),
    other.payments.decideReview({ ...decided, outcome: 'KEPT' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await walletOf(phone)).toBe(PAID)
  const late = await refusal(other.payments.decideReview({ ...decided, outcome: 'RETURNED' }))
  expect(late).toMatchObject({ code: 'APPROVAL_DECIDED', status: 409 })
})

test('money needs the bank’s reference, and each reference is used once', async () => {
  const [first, second] = [await inReview(), await inReview()]
  const operator = await operatorOf()
  const { reference } = await paymentOf(first.payment)
  await operator.payments.decideReview({ id: first.payment, outcome: 'KEPT', reason })
  await db.updateTable('payment').set({ reference: null }).where('id', '=', second.payment).execute()
  const kept = { id: second.payment, outcome: 'KEPT' as const, reason }
  expect(await refusal(operator.payments.decideReview(kept))).toMatchObject({
    data: { fields: { reference: ['required'] } },
  })
  const stolen = operator.payments.decideReview({ ...kept, reference: reference ?? '' })
  expect(await refusal(stolen)).toMatchObject({ data: { fields: { reference: ['bank_reference_taken'] } } })
  expect([(await paymentOf(second.payment)).status, await walletOf(second.phone)]).toEqual(['REVIEW', 0])
  await operator.payments.decideReview({ ...kept, reference: 'another-reference' })
  expect(await walletOf(second.phone)).toBe(PAID)
})

test('above the limit a second operator approves, and it is not other operators’ work', async () => {
  const { payment, phone } = await inReview()
  await limit(1000)
  const [one, other, support] = [await operatorOf(), await operatorOf(), await operatorOf('SUPPORT')]
  const decision = { id: payment, outcome: 'KEPT' as const, reason }
  expect((await refusal(support.payments.decideReview(decision))).code).toBe('NOT_FOUND')
  expect(await one.payments.decideReview(decision)).toEqual({ id: payment, waits: true })
  expect((await refusal(other.payments.decideReview(decision))).code).toBe('APPROVAL_WAITS')
  expect([(await paymentOf(payment)).status, await walletOf(phone)]).toEqual(['REVIEW', 0])
  const { results } = await other.approvals.list({ size: 100 })
  const asked = results.find(({ kind }) => kind === 'REVIEW')
  expect(asked).toMatchObject({ outcome: 'KEPT', payment: { id: payment, amount: PAID }, is_own: false })
  const answer = { id: asked?.id ?? 0, approved: true }
  expect((await refusal(one.approvals.decide(answer))).code).toBe('APPROVAL_DECIDED')
  await other.approvals.decide(answer)
  expect(await walletOf(phone)).toBe(PAID)
})
