import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Expected, Gateway } from '#app/providers/gateways/gateway.ts'
import { type BankSimulator, simulatedMerchants, startBankSimulator } from '#app/providers/gateways/simulator/bank.ts'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import { centsOf, readYekpayCallback, yekpayAmount } from '#app/providers/gateways/yekpay.ts'
import { begin, createClock, orderOf, pressAtBank, yekpayOf } from './bank-visitor.ts'

let clock = createClock()
let bank: BankSimulator
let yekpay: Gateway

beforeAll(async () => {
  bank = await startBankSimulator({ port: 0, host: '127.0.0.1', now: () => clock.now() })
})
beforeEach(() => {
  clock = createClock()
  yekpay = yekpayOf(bank, clock)
})
afterEach(() => bank.behave())
afterAll(() => bank.close())

async function comeBack(action: CustomerAction, gateway = yekpay) {
  const { started, expected } = await begin(gateway, 1999)
  const facts = gateway.readCallback(await pressAtBank(bank, started, action))
  return { expected, facts, judgement: gateway.judgeCallback(facts, expected) }
}

async function paid(gateway = yekpay): Promise<Expected> {
  return (await comeBack('pay', gateway)).expected
}

const saleOf = (token: string) => bank.sales().find((sale) => sale.token === token)

describe('amounts for Yekpay', () => {
  test('cents are sent in major units with two decimals', () => {
    expect([1, 50, 1999, 2000, 123_456_789].map(yekpayAmount)).toEqual(['0.01', '0.50', '19.99', '20.00', '1234567.89'])
  })

  test('every amount of cents is the same after a round trip', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (cents) => centsOf(yekpayAmount(cents)) === cents))
    fc.assert(fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (cents) => centsOf(cents / 100) === cents))
  })

  test.each(['', '19,99', '1,999.00', '19.999', '-1', '1e3', 'NaN', null, {}, [19.99]])(
    '%j is not an amount',
    (amount) => {
      expect(centsOf(amount)).toBeUndefined()
    },
  )

  test.each([0, -5, 1.5])('a payment of %s cents is refused', (cents) => {
    expect(() => yekpayAmount(cents)).toThrow(RangeError)
  })
})

describe('requesting a payment from Yekpay', () => {
  test.each(['json', 'form'] as const)('as %s it returns an authority, with a plain link to it', async (encoding) => {
    const { started, expected } = await begin(yekpayOf(bank, clock, { encoding }), 1999)
    expect(started.token).toMatch(/^\d{12}$/)
    expect(started.redirect).toEqual({ method: 'GET', url: `${bank.origin}/api/payment/start/${started.token}` })
    expect(saleOf(expected.token)).toMatchObject({ amount: 1999, merchant: simulatedMerchants.yekpay })
  })

  test('an order number can be used once', async () => {
    const order = orderOf(yekpay, 1999)
    await yekpay.start(order)
    expect(await yekpay.start(order)).toMatchObject({ outcome: 'refused', code: '-7', alert: true })
  })

  test.each(['SV-1', '', '0012', '1234567890123456789'])('"%s" is not an order number', async (orderNumber) => {
    await expect(yekpay.start({ ...orderOf(yekpay, 1999), orderNumber })).rejects.toThrow(RangeError)
  })

  test('a customer with one name and no address is accepted, with dashes instead', async () => {
    const order = { ...orderOf(yekpay, 1999), payer: { fullname: 'Sara', phone: '+491701234567' } }
    expect(await yekpay.start(order)).toMatchObject({ outcome: 'started' })
  })

  test('an unknown merchant and an unregistered address are refused and an operator is notified', async () => {
    const stranger = yekpayOf(bank, clock, { merchantId: 'SECRETMERCHANT' })
    const answer = await stranger.start(orderOf(yekpay, 1999))
    expect(answer).toMatchObject({ outcome: 'refused', code: '-2', alert: true })
    expect(JSON.stringify(answer)).not.toContain('SECRETMERCHANT')
    bank.misbehave({ refuseCaller: true })
    expect(await yekpay.start(orderOf(yekpay, 1999))).toMatchObject({ outcome: 'refused', code: '-10', alert: true })
  })

  test('a description in parts and keys in lower case are understood', async () => {
    bank.misbehave({ descriptionAsArray: true, lowerCaseKeys: true })
    const payment = await paid()
    expect(await yekpay.verify({ ...payment, askedBefore: false })).toMatchObject({ outcome: 'paid' })
  })
})

describe.each(['GET', 'POST'] as const)('returning from Yekpay by %s', (yekpayCallback) => {
  beforeEach(() => bank.misbehave({ yekpayCallback }))

  test('a paid customer is verified', async () => {
    const { facts, expected, judgement } = await comeBack('pay')
    expect(facts).toMatchObject({ token: expected.token, claimed: 'paid' })
    expect(facts.amount).toBeUndefined()
    expect(judgement).toEqual({ step: 'verify' })
  })

  test('a clear cancellation is not verified', async () => {
    expect((await comeBack('cancel')).judgement).toMatchObject({ step: 'cancelled' })
  })

  test.each(['fail', 'expire'] as const)('"%s" is verified all the same, and not paid', async (action) => {
    const { facts, expected, judgement } = await comeBack(action)
    expect(facts.claimed).toBe('failed')
    expect(judgement).toEqual({ step: 'verify' })
    const verified = await yekpay.verify({ ...expected, askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'not_paid', code: '-10' })
  })

  test('another order number changes nothing', async () => {
    expect((await comeBack('pay_foreign_order')).judgement).toMatchObject({ step: 'mismatch' })
  })
})

describe('a forged callback of Yekpay', () => {
  const expected = { token: '115162456765', orderNumber: '77', amount: 1999 }
  const judge = (query: string) => yekpay.judgeCallback(readYekpayCallback(new URLSearchParams(query)), expected)

  test.each(['', 'authority=1&success=1', 'success=1', 'Authority=1151624567650&Status=success'])(
    'with "%s" is not this payment',
    (query) => {
      expect(judge(query)).toEqual({ step: 'mismatch', reason: 'foreign authority' })
    },
  )

  test.each([
    ['authority=115162456765', 'unknown'],
    ['authority=115162456765&success=1', 'paid'],
    ['AUTHORITY=115162456765&Status=1', 'paid'],
    ['Authority=115162456765&Status=success&order_number=77', 'paid'],
    ['Authority=115162456765&Status=-1', 'failed'],
    ['authority=115162456765&success=0&description=failed', 'failed'],
  ])('with "%s" claims "%s" and is verified', (query, claimed) => {
    expect(readYekpayCallback(new URLSearchParams(query)).claimed).toBe(claimed)
    expect(judge(query)).toEqual({ step: 'verify' })
  })
})

describe('verifying with Yekpay', () => {
  test('a paid payment is paid once verified', async () => {
    const payment = await paid()
    const reference = saleOf(payment.token)?.reference
    expect(await yekpay.verify({ ...payment, askedBefore: false })).toEqual({
      outcome: 'paid',
      reference,
      amount: 1999,
    })
  })

  test('an amount can be a number or a text', async () => {
    bank.misbehave({ yekpayAmount: 'number' })
    expect(await yekpay.verify({ ...(await paid()), askedBefore: false })).toMatchObject({ outcome: 'paid' })
  })

  test('1999 in major units is not 19.99', async () => {
    bank.misbehave({ yekpayAmount: 'cents' })
    const verified = await yekpay.verify({ ...(await paid()), askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'mismatch', field: 'amount' })
  })

  test('a yes without its amount needs a person', async () => {
    bank.misbehave({ yekpayAmount: 'missing' })
    const verified = await yekpay.verify({ ...(await paid()), askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'unknown', review: true })
  })

  test('an answer lost after the bank committed is unknown, and then −9 means paid', async () => {
    const payment = await paid()
    bank.misbehave({ hang: ['verify'] })
    expect(await yekpayOf(bank, clock, {}, 100).verify({ ...payment, askedBefore: false })).toMatchObject({
      outcome: 'unknown',
      reason: 'time-out',
    })
    bank.behave()
    const again = await yekpay.verify({ ...payment, askedBefore: true })
    expect(again).toEqual({ outcome: 'paid', reference: payment.token, amount: 1999 })
  })

  test('−9 for a payment that we never verified needs a person', async () => {
    const payment = await paid()
    await yekpay.verify({ ...payment, askedBefore: false })
    const verified = await yekpay.verify({ ...payment, askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'unknown', review: true })
  })

  test('an authority that the bank does not know needs a person', async () => {
    const { expected } = await begin(yekpay, 1999)
    const verified = await yekpay.verify({ ...expected, token: '000000000000', askedBefore: false })
    expect(verified).toMatchObject({ outcome: 'unknown', reason: 'authority not valid', review: true })
  })
})

test('Yekpay has no reversal and no inquiry', () => {
  expect([yekpay.reverse, yekpay.inquire]).toEqual([undefined, undefined])
})
