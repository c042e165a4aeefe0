import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Expected, Gateway, Judgement } from '#app/providers/gateways/gateway.ts'
import { readSamanCallback } from '#app/providers/gateways/saman.ts'
import { type BankSimulator, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import { rialOf } from '#app/rules/money/rial.ts'
import { begin, createClock, orderOf, pressAtBank, readReturn, samanAt } from './bank-visitor.ts'

let clock = createClock()
let bank: BankSimulator
let saman: Gateway

beforeAll(async () => {
  bank = await startBankSimulator({ port: 0, host: '127.0.0.1', now: () => clock.now() })
})
beforeEach(() => {
  clock = createClock()
  saman = samanAt(bank, clock)
})
afterEach(() => bank.behave())
afterAll(() => bank.close())

async function comeBack(
  action: CustomerAction,
  gateway = saman,
): Promise<{ expected: Expected; judgement: Judgement }> {
  const { started, expected } = await begin(gateway)
  const params = await pressAtBank(bank, started, action)
  return { expected, judgement: gateway.judgeCallback(gateway.readCallback(params), expected) }
}

/** A customer has paid, and the callback has been judged valid. */
async function paid(gateway = saman): Promise<Expected & { reference: string }> {
  const { expected, judgement } = await comeBack('pay', gateway)
  if (judgement.step !== 'verify' || !judgement.reference) throw new Error(`not paid: ${JSON.stringify(judgement)}`)
  return { ...expected, reference: judgement.reference }
}

const saleOf = (token: string) => bank.sales().find((sale) => sale.token === token)

describe('requesting a token from Saman', () => {
  test('toman are sent as ten times as many rials', async () => {
    const { expected } = await begin(saman, 1_250_000)
    expect(rialOf(1_250_000)).toBe(12_500_000)
    expect(saleOf(expected.token)?.amount).toBe(12_500_000)
  })

  test.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])(
    'an amount of %s is refused before the bank is called',
    (toman) => {
      expect(() => rialOf(toman)).toThrow(RangeError)
    },
  )

  test('the customer gets a plain link, and the token has an expiry', async () => {
    const { started } = await begin(saman)
    expect(started.redirect).toEqual({ method: 'GET', url: `${bank.origin}/OnlinePG/SendToken?token=${started.token}` })
    expect(started.expiresAt).toEqual(new Date('2026-11-21T08:20:00Z'))
    expect(saman.formActionOrigins).toEqual([bank.origin])
  })

  test('an unknown terminal is refused and an operator is notified', async () => {
    const answer = await samanAt(bank, clock, { terminalId: '999' }).start(orderOf(saman, 1000))
    expect(answer).toMatchObject({ outcome: 'refused', code: '12', alert: true })
  })

  test('an unregistered address of ours is refused and an operator is notified', async () => {
    bank.misbehave({ refuseCaller: true })
    expect(await saman.start(orderOf(saman, 1000))).toMatchObject({ outcome: 'refused', code: '8', alert: true })
  })

  test('a payment page named by the bank is used only if it is on the allow list', async () => {
    const neo = samanAt(bank, clock, { paymentPageOrigins: ['https://neo-pg.sep.ir'] })
    bank.misbehave({ paymentPage: 'https://neo-pg.sep.ir/transaction/init' })
    const { started } = await begin(neo)
    expect(started.redirect).toEqual({
      method: 'POST',
      url: 'https://neo-pg.sep.ir/transaction/init',
      fields: { Token: started.token, GetMethod: 'true' },
    })
    expect(neo.formActionOrigins).toContain('https://neo-pg.sep.ir')

    bank.misbehave({ paymentPage: 'https://evil.example/sep.ir' })
    expect((await begin(neo)).started.redirect.url).toMatch(bank.origin)
    expect(() => samanAt(bank, clock, { paymentPageOrigins: ['https://evil.example'] })).toThrow(RangeError)
  })
})

describe('returning from Saman', () => {
  test('a paid customer returns with a receipt number, whose + and / are kept', async () => {
    const { token, reference } = await paid()
    expect(reference).toMatch(/\+\/.*$/)
    expect(reference).toBe(saleOf(token)?.reference)
  })

  test('in GET mode the callback has the same content', async () => {
    const byForm = samanAt(bank, clock, { redirectBy: 'form' })
    const { token, reference } = await paid(byForm)
    expect(reference).toBe(saleOf(token)?.reference)
  })

  test.each([
    ['cancel', 'cancelled'],
    ['fail', 'failed'],
    ['expire', 'failed'],
  ] as const)('"%s" at the bank is %s here, without verifying', async (action, step) => {
    expect((await comeBack(action)).judgement).toMatchObject({ step, alert: false })
  })

  test('a token that expired before the customer opened it has failed', async () => {
    const { started, expected } = await begin(saman)
    clock.passMinutes(21)
    const facts = saman.readCallback(await readReturn(await fetch(started.redirect.url)))
    expect(facts.code).toBe('10')
    expect(saman.judgeCallback(facts, expected)).toMatchObject({ step: 'failed' })
  })

  test('a lower amount than requested is not verified', async () => {
    expect((await comeBack('pay_other_amount')).judgement).toEqual({ step: 'mismatch', reason: 'other amount' })
  })

  test('another order number is not verified', async () => {
    expect((await comeBack('pay_foreign_order')).judgement).toEqual({
      step: 'mismatch',
      reason: 'foreign order number',
    })
  })

  const callback = {
    MID: '21000001',
    TerminalId: '21000001',
    State: 'OK',
    Status: '2',
    RefNum: 'a+/b',
    ResNum: '77',
    Amount: '10000',
    Token: 't',
  }
  const expected = { token: 't', orderNumber: '77', amount: 1000 }
  const judge = (change: Record<string, string>) =>
    saman.judgeCallback(readSamanCallback(new URLSearchParams({ ...callback, ...change })), expected)

  test('a matching callback is verified', () => {
    expect(judge({})).toEqual({ step: 'verify', reference: 'a+/b' })
    expect(judge({ State: 'ok' })).toEqual({ step: 'verify', reference: 'a+/b' })
  })

  test.each([
    ['another token', { Token: 'u' }, 'mismatch'],
    ['another terminal', { TerminalId: '1' }, 'mismatch'],
    ['no terminal', { TerminalId: '', MID: '' }, 'mismatch'],
    ['another order', { ResNum: '78' }, 'mismatch'],
    ['another amount', { Amount: '10010' }, 'mismatch'],
    ['an amount that is not whole toman', { Amount: '10001' }, 'mismatch'],
    ['no amount', { Amount: '' }, 'mismatch'],
    ['an amount in words', { Amount: '10,000' }, 'mismatch'],
    ['no receipt number', { RefNum: '' }, 'failed'],
    ['status without state', { State: '' }, 'failed'],
    ['state without status', { Status: '' }, 'failed'],
    ['a contradiction', { State: 'Failed' }, 'failed'],
    ['an unknown status', { State: 'No Sufficient Funds', Status: '' }, 'failed'],
  ])('a callback with %s is not verified', (_, change, step) => {
    expect(judge(change).step).toBe(step)
  })

  test('field names ignore case, and only a masked card is stored', () => {
    const facts = readSamanCallback(
      new URLSearchParams({ resnum: '77', REFNUM: 'r', traceno: '5', securepan: '621986****8080' }),
    )
    expect(facts).toMatchObject({ orderNumber: '77', reference: 'r', trace: '5', card: '621986****8080' })
    expect(readSamanCallback(new URLSearchParams({ SecurePan: '6219861234568080' })).card).toBeUndefined()
  })
})

describe('verifying with Saman', () => {
  test('a paid payment is paid once it is verified, with trace number and masked card', async () => {
    const payment = await paid()
    expect(await saman.verify({ ...payment, askedBefore: false })).toEqual({
      outcome: 'paid',
      reference: payment.reference,
      amount: 1_250_000,
      trace: expect.stringMatching(/^\d{6}$/),
      card: '621986****8080',
    })
    expect(saleOf(payment.token)?.state).toBe('verified')
  })

  test.each(['duplicate', 'success'] as const)(
    'a second verify that answers "%s" is paid as well',
    async (verifyAgain) => {
      bank.misbehave({ verifyAgain })
      const payment = await paid()
      await saman.verify({ ...payment, askedBefore: false })
      expect(await saman.verify({ ...payment, askedBefore: true })).toMatchObject({ outcome: 'paid' })
    },
  )

  test('numbers as texts and a key with a leading space are understood', async () => {
    bank.misbehave({ stringNumbers: true, transactionDetail: 'leading blank' })
    expect(await saman.verify({ ...(await paid()), askedBefore: false })).toMatchObject({ outcome: 'paid' })
  })

  test('a yes without a receipt is never paid: it is asked again, and then a person decides', async () => {
    bank.misbehave({ transactionDetail: 'missing' })
    const payment = await paid()
    const first = await saman.verify({ ...payment, askedBefore: false })
    expect(first).toMatchObject({ outcome: 'unknown', review: false })
    expect(await saman.verify({ ...payment, askedBefore: true })).toMatchObject({ outcome: 'unknown', review: true })
  })

  test('another amount really taken is a mismatch that can be reversed', async () => {
    bank.misbehave({ affectiveAmount: 12_499_990 })
    const payment = await paid()
    const verified = await saman.verify({ ...payment, askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'mismatch', field: 'amount', reference: payment.reference })
    expect(await saman.reverse?.(payment)).toEqual({ outcome: 'reversed' })
  })

  test('a forged receipt number is not paid', async () => {
    const { expected } = await begin(saman)
    const verified = await saman.verify({ ...expected, reference: 'made+up/', askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'not_paid', code: '-2' })
  })

  test('after half an hour the bank has refunded the money', async () => {
    const payment = await paid()
    clock.passMinutes(31)
    expect(await saman.verify({ ...payment, askedBefore: false })).toMatchObject({ outcome: 'not_paid', code: '-6' })
    expect(saleOf(payment.token)?.state).toBe('returned')
  })

  test('a verify that is too late after a lost answer needs a person', async () => {
    const payment = await paid()
    clock.passMinutes(31)
    expect(await saman.verify({ ...payment, askedBefore: true })).toMatchObject({ outcome: 'unknown', review: true })
  })

  test('an error of our own settings says nothing about the money', async () => {
    const payment = await paid()
    bank.misbehave({ refuseCaller: true })
    expect(await saman.verify({ ...payment, askedBefore: false })).toMatchObject({ outcome: 'unknown', review: true })
  })

  test('without a claimed receipt number no request is sent', async () => {
    const { expected } = await begin(saman)
    await expect(saman.verify({ ...expected, askedBefore: false })).rejects.toThrow(RangeError)
  })
})

describe('reversing through Saman', () => {
  test('a verified payment is reversed, also when asked twice, and can then not be verified', async () => {
    const payment = await paid()
    await saman.verify({ ...payment, askedBefore: false })
    expect(await saman.reverse?.(payment)).toEqual({ outcome: 'reversed' })
    expect(await saman.reverse?.(payment)).toEqual({ outcome: 'reversed' })
    expect(await saman.verify({ ...payment, askedBefore: true })).toMatchObject({ outcome: 'not_paid', code: '5' })
  })

  test('after 50 minutes it is refused', async () => {
    const payment = await paid()
    await saman.verify({ ...payment, askedBefore: false })
    clock.passMinutes(51)
    expect(await saman.reverse?.(payment)).toMatchObject({ outcome: 'refused', code: '-6' })
  })
})

describe("Saman's receipt by token", () => {
  test('is not offered unless it is switched on', () => {
    expect(saman.inquire).toBeUndefined()
    expect(saman.settlesBy).toBe('none')
  })

  test('distinguishes a cancelled payment, another amount, another order and no answer', async () => {
    const asking = samanAt(bank, clock, { receipt: true })
    const { expected: cancelled } = await comeBack('cancel', asking)
    expect(await asking.inquire?.(cancelled)).toMatchObject({ state: 'not_paid', code: '1' })
    const { expected: other } = await comeBack('pay_other_amount', asking)
    expect(await asking.inquire?.(other)).toMatchObject({ state: 'mismatch' })
    expect(await asking.inquire?.({ ...cancelled, orderNumber: '1' })).toMatchObject({ state: 'mismatch' })
    expect(await asking.inquire?.({ ...cancelled, token: 'unknown' })).toMatchObject({ state: 'unknown' })
    bank.misbehave({ unavailable: ['receipt'] })
    expect(await asking.inquire?.(cancelled)).toEqual({ state: 'unknown', reason: 'status 503' })
  })

  test('a callback with only token and receipt number is checked with the bank before it counts', async () => {
    bank.misbehave({ shortCallback: true })
    const asking = samanAt(bank, clock, { receipt: true })
    expect((await comeBack('pay', asking)).judgement).toEqual({ step: 'inquire' })
    expect((await comeBack('pay')).judgement).toMatchObject({ step: 'mismatch' })
  })
})
