import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balanceOf, cashOf, post } from '#app/api/books/ledger.ts'
import { returnToCard } from '#app/api/payments/give-back/card-return.ts'
import type { Gateway } from '#app/providers/gateways/gateway.ts'
import { banksAt, testApi } from '../../../support/api/api.ts'
import { wrongInBooks } from '../../../support/api/books.ts'
import { BY_HAND, DRIVER, loadFleet, RENTAL, TOMAN } from '../../../support/api/fleet.ts'
import { signedIn } from '../../../support/api/identities.ts'
import { refusal } from '../../../support/api/refusal.ts'
import { testDatabase } from '../../../support/server/database/database.ts'
import { testBank } from '../../../support/server/simulators/bank.ts'
import { stepsInOrder } from '../../../support/steps-in-order.ts'

stepsInOrder()

const { db } = await testDatabase()
const bank = await testBank(() => site.clock.now())
const banks = banksAt(bank.origin, { now: () => site.clock.now() }, true)
let reverses = 0
let dies = false
/** Whether the bank does not answer, or answers "too late", regardless of what it has done. */
let says: 'nothing' | 'late' | undefined
const alerts: string[] = []
const site = await testApi({
  db,
  bank: bank.origin,
  gateways: { saman: { ...banks.saman, reverse }, yekpay: banks.yekpay },
})
site.deps.alert = (what) => alerts.push(what)
const { payments, reservations } = site.as()
const PAID = 810_000

/** Counts the calls to the bank; the process may die after one has taken effect. */
async function reverse(input: Parameters<NonNullable<Gateway['reverse']>>[0]) {
  reverses += 1
  if (says === 'nothing') return { outcome: 'unknown' as const, reason: 'timeout' }
  if (says === 'late') return { outcome: 'refused' as const, code: '-6', reason: 'too late', alert: false }
  const answer = await banks.saman.reverse?.(input)
  if (dies) {
    dies = false
    throw new Error('the process died')
  }
  return answer ?? { outcome: 'unknown' as const, reason: 'no such call' }
}

beforeAll(() => loadFleet(db))
beforeEach(() => {
  site.clock.set('2026-11-23T05:30:00Z')
  site.messages.length = 0
  reverses = 0
  alerts.length = 0
  bank.behave()
})
afterEach(async () => {
  expect(await wrongInBooks(db)).toEqual([])
})

let people = 0
const day = (after: number) => new Date(Date.UTC(2026, 11, after + people * 5)).toISOString().slice(0, 10)

/** A reservation that was paid at the bank and, for a part, with a gift in the customer's wallet. */
async function paid(gift = 0, ad: number = TOMAN.ad) {
  people += 1
  const { phone, calls } = await signedIn(site, { phone: `+989${String(130_000_000 + people)}` })
  const dates = { start_date: day(1), end_date: day(4) }
  const { id } = await calls.reservations.reserve({ ...RENTAL, ...DRIVER, ...dates, id: ad, phone })
  if (gift > 0) await give(phone, gift)
  const order = { gateway: 'saman' as const, transaction_id: id, use_wallet: gift > 0 }
  const payment = await calls.payments.gatewayPay(order)
  const answer = await bank.press(payment.url ?? '', 'pay')
  await payments.clientVerify({ ref_id: payment.payment_id, answer })
  await site.drain()
  site.messages.length = 0
  return { id, payment: payment.payment_id, phone, calls }
}

function give(phone: string, amount: number) {
  const entries = [
    { kind: 'WALLET' as const, owner: phone, amount },
    { kind: 'COMMISSION' as const, owner: 'marketplace', amount: -amount },
  ]
  const gift = { key: `gift ${phone}`, kind: 'CORRECTION' as const, currency: 'IRT' as const, at: site.clock.now() }
  return db.transaction().execute((tx) => post(tx, { ...gift, entries }))
}

const walletOf = (owner: string) => balanceOf(db, { kind: 'WALLET', owner, currency: 'IRT' })
const waiting = () => balanceOf(db, { kind: 'CARD_RETURN', owner: 'saman', currency: 'IRT' })
const saleState = () => bank.sales().at(-1)?.state
/** The customer's notifications since the cancellation. */
const noticesOf = async (id: string) => {
  const rows = await db.selectFrom('notification').select('kind').where('reservation_id', '=', id).execute()
  return [...new Set(rows.map(({ kind }) => kind))].filter((kind) => /card|cancelled.*You|refund/i.test(kind)).sort()
}
const stateOf = async (id: string) => (await reservations.voucher({ id })).payment?.card_return

describe('a cancellation while the bank can still reverse the payment', () => {
  test('refunds to the card once, and nothing to the wallet', async () => {
    const { id, payment, phone } = await paid()
    expect(await reservations.cancel({ id })).toMatchObject({ status: 'CANCELLED', refund: PAID })
    expect([await stateOf(id), await waiting(), await walletOf(phone), reverses]).toEqual(['WAITING', PAID, 0, 0])
    expect(await wrongInBooks(db)).toEqual([])
    await site.drain()
    expect([await stateOf(id), await waiting(), await walletOf(phone), saleState()]).toEqual(['DONE', 0, 0, 'reversed'])
    expect(await noticesOf(id)).toEqual(['cancelledToCard', 'cardReturned'])

    expect(await reservations.cancel({ id })).toMatchObject({ status: 'CANCELLED', refund: PAID })
    await returnToCard(site.deps, payment)
    await site.sweep()
    expect([reverses, await walletOf(phone)]).toEqual([1, 0])
  })

  test('refunds to the wallet if the bank refuses, and the customer is notified', async () => {
    const { id, phone } = await paid()
    await reservations.cancel({ id })
    const sale = bank.sales().at(-1)
    if (sale) sale.state = 'paid'
    await site.drain()
    expect([await stateOf(id), await waiting(), await walletOf(phone)]).toEqual(['REFUSED', 0, PAID])
    expect(await cashOf(db, { wallet: phone, currency: 'IRT' })).toBe(PAID)
    expect(await noticesOf(id)).toEqual(['cancelledToCard', 'cardRefused'])
    expect(site.messages.at(-1)?.text).toContain('بانک نپذیرفت')
    await site.sweep()
    expect([reverses, await walletOf(phone)]).toEqual([1, PAID])
  })

  test('asks the bank again if its answer was lost', async () => {
    const { id, phone } = await paid()
    await reservations.cancel({ id })
    bank.misbehave({ hang: ['reverse'] })
    await site.drain()
    expect([await stateOf(id), await waiting(), saleState()]).toEqual(['WAITING', PAID, 'reversed'])
    bank.behave()
    site.clock.advance(1)
    await site.sweep()
    expect([await stateOf(id), await waiting(), await walletOf(phone)]).toEqual(['DONE', 0, 0])
  })

  test('is completed if the process dies after the bank has reversed the payment', async () => {
    const { id, payment, phone } = await paid()
    await reservations.cancel({ id })
    dies = true
    await expect(returnToCard(site.deps, payment)).rejects.toThrow('died')
    expect([await stateOf(id), saleState()]).toEqual(['WAITING', 'reversed'])
    site.clock.advance(1)
    await site.sweep()
    expect([await stateOf(id), await waiting(), await walletOf(phone)]).toEqual(['DONE', 0, 0])
  })

  test('asks the bank once, from however many processes', async () => {
    const { id, payment, phone } = await paid()
    await reservations.cancel({ id })
    await Promise.all(Array.from({ length: 5 }, () => returnToCard(site.deps, payment)))
    expect([reverses, await stateOf(id), await walletOf(phone)]).toEqual([1, 'DONE', 0])
  })

  test('refunds the wallet’s part to the wallet at once, and makes no cash out of a gift', async () => {
    const { id, phone } = await paid(200_000)
    expect(await walletOf(phone)).toBe(0)
    expect(await reservations.cancel({ id })).toMatchObject({ refund: PAID })
    expect([await waiting(), await walletOf(phone)]).toEqual([PAID - 200_000, 200_000])
    expect(await cashOf(db, { wallet: phone, currency: 'IRT' })).toBe(0)
    await site.drain()
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 200_000])
  })

  test('by the company notifies the customer of that, and refunds everything', async () => {
    const { id, phone, calls } = await paid()
    const agency = await signedIn(site, { phone: '+989120000302', role: 'AGENT', company: TOMAN.company })
    expect(await agency.calls.reservations.cancel({ id })).toMatchObject({ refund: PAID })
    await site.drain()
    expect(await noticesOf(id)).toEqual(['cancelledForYouToCard', 'cardReturned'])
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 0])
    const { results } = await calls.payments.list({})
    expect(results).toMatchObject([{ status: 'PAID', card_return: 'DONE' }])
  })

  test('can be a rejection by the company, with its reason', async () => {
    const { id, phone } = await paid(0, BY_HAND.ad)
    const agency = await signedIn(site, { phone: '+989120000303', role: 'AGENT', company: BY_HAND.company })
    const rejected = await agency.calls.company.reservations.changeReserve({ id, action: 'reject', reason: 'Engine' })
    expect(rejected).toMatchObject({ status: 'REJECTED', refund: PAID })
    await site.drain()
    expect(site.messages.at(-1)?.text).toContain('«Engine»')
    expect([await stateOf(id), await walletOf(phone)]).toEqual(['DONE', 0])
  })

  test('keeps the payer’s account from being deleted until the bank has answered', async () => {
    const { id, calls } = await paid()
    await reservations.cancel({ id })
    expect(await refusal(calls.account.deleteAccount())).toMatchObject({ code: 'OPEN_RESERVATIONS' })
    await site.drain()
  })
})

/** A cancelled reservation whose payment the bank has reversed, but its answer was lost. */
async function lost() {
  const one = await paid()
  await reservations.cancel({ id: one.id })
  bank.misbehave({ hang: ['reverse'] })
  await site.drain()
  return one
}
let operators = 0
const operatorOf = (operatorRole: 'MONEY' | 'SUPPORT' = 'MONEY') => {
  operators += 1
  return signedIn(site, { phone: `+98912000${4000 + operators}`, role: 'ADMIN', operatorRole })
}
/** One on which an operator must decide, because the bank refused after a lost answer. */
async function unanswered() {
  const one = await lost()
  bank.behave()
  says = 'late'
  site.clock.advance(1)
  await site.sweep()
  says = undefined
  return one
}
const reason = 'Looked up in the reports of the bank'
const decide = async (payment: string) =>
  (await operatorOf()).calls.operator.payments.decideCardReturn({ id: payment, reason, outcome: 'WALLET' })

describe('a bank whose answer was lost', () => {
  test('and that then says "too late" is not believed, so nothing goes to the wallet', async () => {
    const { id, phone, payment } = await unanswered()
    expect([await stateOf(id), await walletOf(phone), saleState()]).toEqual(['UNANSWERED', 0, 'reversed'])
    expect(alerts).toHaveLength(1)
    const { calls } = await operatorOf()
    const { results } = await calls.operator.payments.cardReturns({ size: 100 })
    expect(results.at(-1)).toMatchObject({ amount: PAID, requested: false, said: 'too late' })
    expect((await calls.operator.overview.read({ days: 7 })).waiting.card_returns).toBe(results.length)
    await decide(payment)
  })

  test('leaves the decision to an operator, who confirms the return or refunds to the wallet, once', async () => {
    const [returned, kept] = [await unanswered(), await unanswered()]
    const { operator } = (await operatorOf()).calls
    const decided = { reason, outcome: 'RETURNED' as const }
    expect(await operator.payments.decideCardReturn({ id: returned.payment, ...decided })).toMatchObject({
      waits: false,
    })
    expect([await stateOf(returned.id), await walletOf(returned.phone)]).toEqual(['DONE', 0])
    const answers = await Promise.allSettled([
      operator.payments.decideCardReturn({ id: kept.payment, reason, outcome: 'WALLET' }),
      (await operatorOf()).calls.operator.payments.decideCardReturn({ id: kept.payment, ...decided }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const isKept = (await stateOf(kept.id)) === 'REFUSED'
    expect(await walletOf(kept.phone)).toBe(isKept ? PAID : 0)
    expect((await refusal(operator.payments.decideCardReturn({ id: kept.payment, ...decided }))).code).toBe(
      'APPROVAL_DECIDED',
    )
    const audited = await db
      .selectFrom('audit_entry')
      .select('reason')
      .where('subject', '=', 'payment')
      .where('row_key', '=', returned.payment)
      .where('reason', '=', reason)
      .execute()
    expect(audited.length).toBeGreaterThan(0)
  })

  test('needs a second operator above the limit, and is not other operators’ work', async () => {
    const { id, payment, phone } = await unanswered()
    await db.updateTable('site_config').set({ approval_irt: 1000 }).execute()
    try {
      const [one, other, support] = [await operatorOf(), await operatorOf(), await operatorOf('SUPPORT')]
      const decision = { id: payment, reason, outcome: 'WALLET' as const }
      expect((await refusal(support.calls.operator.payments.decideCardReturn(decision))).code).toBe('NOT_FOUND')
      expect(await one.calls.operator.payments.decideCardReturn(decision)).toEqual({ id: payment, waits: true })
      expect([await stateOf(id), await walletOf(phone)]).toEqual(['UNANSWERED', 0])
      expect((await refusal(other.calls.operator.payments.decideCardReturn(decision))).code).toBe('APPROVAL_WAITS')
      const { results } = await other.calls.operator.approvals.list({ size: 100 })
      const asked = results.find(({ kind }) => kind === 'CARD_RETURN')
      expect(asked).toMatchObject({ outcome: 'WALLET', payment: { id: payment, amount: PAID }, is_own: false })
      const answer = { id: asked?.id ?? 0, approved: true }
      expect((await refusal(one.calls.operator.approvals.decide(answer))).code).toBe('APPROVAL_DECIDED')
      await other.calls.operator.approvals.decide(answer)
      expect([await stateOf(id), await walletOf(phone)]).toEqual(['REFUSED', PAID])
    } finally {
      await db.updateTable('site_config').set({ approval_irt: 900_000_000 }).execute()
    }
  })
})

describe('the refund goes to the wallet', () => {
  test('fifty minutes after the payment', async () => {
    const { id, phone } = await paid()
    site.clock.advance(50)
    await reservations.cancel({ id })
    expect([await stateOf(id), await waiting(), await walletOf(phone)]).toEqual([null, 0, PAID])
  })

  test('if an operator has refunded a part before, or at the same moment', async () => {
    const { id, payment, phone } = await paid()
    const { operator } = (await signedIn(site, { phone: '+989120000300', role: 'ADMIN' })).calls
    const refund = { id: payment, amount: 10_000, bearer: 'MARKETPLACE' as const, reason: 'for the waiting' }
    await Promise.allSettled([reservations.cancel({ id }), operator.payments.refund(refund)])
    await site.drain()
    const isDone = (await stateOf(id)) === 'DONE'
    expect(await walletOf(phone)).toBe(isDone ? 0 : PAID)
    expect(saleState()).toBe(isDone ? 'reversed' : 'verified')
    expect(await refusal(operator.payments.refund(refund))).toMatchObject({ code: 'INVALID_FIELDS' })
  })

  test('if the terms refund only a part', async () => {
    const { id, phone } = await paid()
    const { free_until } = await reservations.voucher({ id })
    const verified_at = new Date(new Date(free_until).getTime() + 60_000)
    await db.updateTable('payment').set({ verified_at }).where('reservation_id', '=', id).execute()
    site.clock.set(free_until)
    site.clock.advance(2)
    expect(await reservations.cancel({ id })).toMatchObject({ refund: PAID / 2 })
    expect([await stateOf(id), await walletOf(phone)]).toEqual([null, PAID / 2])
  })
})

// The last test, because it moves the clock by more than a day.
test('a bank that does not answer is asked less and less often for a day, and then an operator is notified', async () => {
  const { id, phone, payment } = await lost()
  expect(reverses).toBe(1)
  says = 'nothing'
  for (const [minutes, asked] of [
    [0.9, 1],
    [0.2, 2],
    [1.5, 2],
    [0.6, 3],
    [6, 4],
    [16, 5],
    [59, 5],
    [2, 6],
  ] as const) {
    site.clock.advance(minutes)
    await site.sweep()
    expect(reverses).toBe(asked)
  }
  for (let hours = 0; hours < 24; hours++) {
    site.clock.advance(61)
    await site.sweep()
  }
  expect([await stateOf(id), await waiting(), await walletOf(phone)]).toEqual(['UNANSWERED', PAID, 0])
  expect(alerts).toHaveLength(1)
  const before = reverses
  site.clock.advance(120)
  await site.sweep()
  expect(reverses).toBe(before)
  await decide(payment)
})
