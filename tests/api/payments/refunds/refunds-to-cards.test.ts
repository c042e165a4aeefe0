import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, cashOf, post } from '#app/api/books/ledger.ts'
import { testApi } from '../../../support/api/api.ts'
import { balances, wrongInBooks } from '../../../support/api/books.ts'
import { DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

/**
 * Operators' refunds to the card: when they are possible, that they arrive once, and what the customer is notified of.
 */

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const site = await testApi({ db, bank: bank.origin })
const visitor = site.as()
const PAID = 810_000
const reason = 'The car came late'

beforeAll(() => loadFleet(db))
beforeEach(async () => {
  site.clock.set('2026-11-23T05:30:00Z')
  bank.behave()
  await limit(900_000_000)
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
  expect(site.reported).toEqual([])
})

const limit = (approval_irt: number) => db.updateTable('site_config').set({ approval_irt }).execute()
let people = 0
const day = (after: number) => new Date(Date.UTC(2026, 11, after + people * 5)).toISOString().slice(0, 10)

/** A reservation that was paid at the bank, with this much of a gift from its customer's wallet, and its payment. */
async function paid(gift = 0) {
  people += 1
  const { phone, calls } = await signedIn(site, { phone: `+989${String(150_000_000 + people)}` })
  const dates = { start_date: day(1), end_date: day(4) }
  const { id } = await calls.reservations.reserve({ ...RENTAL, ...DRIVER, ...dates, id: TOMAN.ad, phone })
  if (gift > 0) await give(phone, gift)
  const started = await calls.payments.gatewayPay({ gateway: 'saman', transaction_id: id, use_wallet: gift > 0 })
  const answer = await bank.press(started.url ?? '', 'pay')
  await visitor.payments.clientVerify({ ref_id: started.payment_id, answer })
  await site.drain()
  return { id, payment: started.payment_id, phone, calls }
}

function give(phone: string, amount: number) {
  const entries = [
    { kind: 'WALLET' as const, owner: phone, amount },
    { kind: 'COMMISSION' as const, owner: 'marketplace', amount: -amount },
  ]
  const gift = { key: `gift ${phone}`, kind: 'CORRECTION' as const, currency: 'IRT' as const, at: site.clock.now() }
  return db.transaction().execute((tx) => post(tx, { ...gift, entries }))
}

let operators = 0
const operatorOf = async () => {
  operators += 1
  const phone = `+98912001${4000 + operators}`
  return (await signedIn(site, { phone, role: 'ADMIN', operatorRole: 'MONEY' })).calls.operator
}
type Operator = Awaited<ReturnType<typeof operatorOf>>
const toCard = (
  operator: Operator,
  payment: string,
  amount = PAID,
  bearer: 'MARKETPLACE' | 'COMPANY' = 'MARKETPLACE',
) => operator.payments.refund({ id: payment, amount, bearer, reason, way: 'CARD' })

const walletOf = (owner: string) => balanceOf(db, { kind: 'WALLET', owner, currency: 'IRT' })
const stateOf = async (id: string) => (await visitor.reservations.voucher({ id })).payment?.card_return
const saleState = () => bank.sales().at(-1)?.state
const noticesOf = async (id: string) => {
  const rows = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
  return [...new Set(rows.map(({ kind }) => kind))].filter((kind) => /card|refund/i.test(kind)).sort()
}

describe('an operator’s refund to the card', () => {
  test('returns the whole payment to it and nothing to the wallet, and the rental stays', async () => {
    const { id, payment, phone } = await paid()
    const operator = await operatorOf()
    expect((await operator.payments.read({ id: payment })).card_way).toBe('POSSIBLE')
    expect(await toCard(operator, payment)).toMatchObject({ status: 'DONE', payment: { way: 'CARD' } })
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['WAITING', 0])
    expect(await wrongInBooks(db)).toEqual([])
    await site.drain()
    expect([await stateOf(id), await walletOf(phone), saleState()]).toEqual(['DONE', 0, 'reversed'])
    expect(await noticesOf(id)).toEqual(['cardReturned', 'refundToCard'])
    expect((await visitor.reservations.status({ id })).status).toBe('CONFIRMED')
    expect((await operator.payments.read({ id: payment })).refundable).toBe(0)
  })

  test('can be charged to the company, and is on its statement as a refund', async () => {
    const { payment } = await paid()
    const company = `COMPANY ${TOMAN.company}`
    const before = (await balances(db))[company] ?? 0
    const agency = await signedIn(site, { phone: '+989120010302', role: 'AGENT', company: TOMAN.company })
    const { account: was } = await agency.calls.company.money.statement({})
    await toCard(await operatorOf(), payment, PAID, 'COMPANY')
    await site.drain()
    expect((await balances(db))[company]).toBe(before - PAID)
    const { results, account } = await agency.calls.company.money.statement({})
    expect(results[0]).toMatchObject({ kind: 'REFUND', amount: -PAID })
    expect(account).toEqual({ ...was, balance: was.balance - PAID, refunds: was.refunds - PAID })
  })

  test('leaves nothing for a cancellation after it', async () => {
    const { id, payment, phone } = await paid()
    await toCard(await operatorOf(), payment)
    await site.drain()
    expect(await visitor.reservations.cancel({ id })).toMatchObject({ status: 'CANCELLED', refund: 0 })
    await site.drain()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 0])
  })

  test('at the same moment as a cancellation is paid once', async () => {
    const { id, payment, phone } = await paid()
    const operator = await operatorOf()
    await Promise.allSettled([
      toCard(operator, payment),
      visitor.reservations.cancel({ id, way: 'WALLET' }),
      toCard(operator, payment),
    ])
    await site.drain()
    expect((await walletOf(phone)) + (saleState() === 'reversed' ? PAID : 0)).toBe(PAID)
  })

  test('returns the wallet’s part to the wallet, and makes no cash out of a gift', async () => {
    const { id, payment, phone } = await paid(200_000)
    await toCard(await operatorOf(), payment)
    await site.drain()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 200_000])
    expect(await cashOf(db, { wallet: phone, currency: 'IRT' })).toBe(0)
    expect(await noticesOf(id)).toEqual(['cardReturned', 'refund', 'refundToCard'])
  })

  test('goes to the wallet if the bank refuses, and the customer is notified', async () => {
    const { id, payment, phone } = await paid()
    await toCard(await operatorOf(), payment)
    const sale = bank.sales().at(-1)
    if (sale) sale.state = 'paid'
    await site.drain()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['REFUSED', PAID])
    expect(await noticesOf(id)).toEqual(['cardRefused', 'refundToCard'])
  })

  test('is repeated if the bank’s answer was lost', async () => {
    const { id, payment, phone } = await paid()
    await toCard(await operatorOf(), payment)
    bank.misbehave({ hang: ['reverse'] })
    await site.drain()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['WAITING', 0])
    bank.behave()
    site.clock.advance(1)
    await site.sweep()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 0])
  })
})

describe('a refund to the card is refused', () => {
  const refused = (field: string, key: string) => ({ code: 'INVALID_FIELDS', data: { fields: { [field]: [key] } } })

  test('for a part of a payment, and for the rest of one', async () => {
    const { payment, phone } = await paid()
    const operator = await operatorOf()
    expect(await refusal(toCard(operator, payment, 1000))).toMatchObject(refused('way', 'card_whole_only'))
    await operator.payments.refund({ id: payment, amount: 1000, bearer: 'MARKETPLACE', reason, way: 'WALLET' })
    expect((await operator.payments.read({ id: payment })).card_way).toBe('PARTLY')
    expect(await refusal(toCard(operator, payment, PAID - 1000))).toMatchObject(refused('way', 'card_whole_only'))
    expect(await walletOf(phone)).toBe(1000)
  })

  test('once the bank’s time limit has passed; then the wallet gets it', async () => {
    const { id, payment, phone } = await paid()
    site.clock.advance(50)
    const operator = await operatorOf()
    expect((await operator.payments.read({ id: payment })).card_way).toBe('LATE')
    expect(await refusal(toCard(operator, payment))).toMatchObject(refused('way', 'card_not_possible'))
    const made = await operator.payments.refund({
      id: payment,
      amount: PAID,
      bearer: 'MARKETPLACE',
      reason,
      way: 'WALLET',
    })
    expect(made).toMatchObject({ status: 'DONE', payment: { way: 'WALLET' } })
    expect([await stateOf(id), await walletOf(phone)]).toEqual([null, PAID])
  })
})

describe('with a second operator', () => {
  async function requested() {
    const one = await operatorOf()
    const trip = await paid()
    await limit(1000)
    const { id: correction, status } = await toCard(one, trip.payment)
    expect(status).toBe('WAITING')
    expect(await stateOf(trip.id)).toBeNull()
    const approve = async () => (await operatorOf()).payments.decideCorrection({ id: correction, approved: true })
    return { ...trip, approve }
  }

  test('the card gets it at the approval', async () => {
    const { id, phone, approve } = await requested()
    expect(await approve()).toMatchObject({ status: 'DONE', payment: { way: 'CARD' } })
    await site.drain()
    expect([await stateOf(id), await walletOf(phone), saleState()]).toEqual(['DONE', 0, 'reversed'])
  })

  test('the wallet gets it if the bank’s time limit has passed meanwhile, and the approval and the message say so', async () => {
    const { id, phone, approve } = await requested()
    site.clock.advance(50)
    expect(await approve()).toMatchObject({ status: 'DONE', payment: { way: 'WALLET' } })
    await site.drain()
    expect([await stateOf(id), await walletOf(phone), saleState()]).toEqual([null, PAID, 'verified'])
    expect(await noticesOf(id)).toEqual(['refund'])
  })
})
