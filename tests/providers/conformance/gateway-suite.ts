import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type {
  Expected,
  Gateway,
  GatewayWorld,
  Redirect,
  StartInput,
  Verified,
} from '#app/providers/gateways/gateway.ts'

/** What the simulated bank of a gateway can be made to do. Its calls are ours: `reverse` and `inquire` where the gateway has them. */
export type GatewayBank = {
  /** Where it listens. */
  origin: string
  /** The customer opens the page that the redirect leads to and does this there; gives what reaches our return address. */
  visit: (redirect: Redirect, action: BankAction) => Promise<URLSearchParams>
  /** What would reach our return address if the bank had taken the money. Anybody can send it. */
  forge: (expected: Expected) => URLSearchParams
  /** What the bank was asked for, in our minor unit, and where the customer's money is: with `us` once it is verified. */
  sale: (token: string) => { amount: number; money: 'customer' | 'bank' | 'us' }
  /** The call answers status 503 and does nothing; or does its work and then says nothing, or a page of HTML. */
  break: (call: BankCall, how: 'unavailable' | 'silent' | 'html') => void
  /** A verify of a paid payment answers yes, with another amount than was asked for or without one. */
  lie: (about: 'another amount' | 'no amount') => void
  /** A healthy bank again. */
  heal: () => void
  passMinutes: (minutes: number) => void
  now: () => Date
  close: () => Promise<void>
}

export type BankAction = 'pay' | 'cancel' | 'fail' | 'pay another amount' | 'pay and return with another order'
type BankCall = 'start' | 'verify' | 'reverse' | 'inquire'

export type GatewayCase = {
  /** The bank, simulated by the protocol's words, on a clock of its own. */
  bank: () => Promise<GatewayBank>
  /** The gateway at that bank; `misconfigured` with an account that the bank does not know. */
  open: (bank: GatewayBank, world: GatewayWorld, account?: 'misconfigured') => Gateway
  /** What our settings and the customer said that no reason may repeat, as reasons are logged. */
  secrets: RegExp
  /**
   * False where the bank does not say whose receipt it confirms: then only the ledger's unique reference prevents
   * reuse.
   */
  knowsWhoseReceipt: boolean
}

/** Answers that no bank gives to a call that worked. */
const MALFORMED: [string, () => Response][] = [
  ['nothing', () => new Response('')],
  ['null', () => new Response('null')],
  ['an empty list', () => new Response('[]')],
  ['a text', () => new Response('"paid"')],
  ['an object without a word that we know', () => Response.json({ message: 'not now' })],
  ['half an object', () => new Response('{"ResultCode": 0, "Code": 100, "status": 1, "Succ')],
  ['a page that says success', () => new Response('<h1>Success</h1>', { headers: { 'content-type': 'text/html' } })],
  ['words in place of numbers', () => Response.json({ status: {}, token: [], Code: 'yes', ResultCode: 'ok' })],
  ['an object with status 403', () => Response.json({ message: 'forbidden' }, { status: 403 })],
  ['an object with status 429', () => Response.json({ message: 'later' }, { status: 429 })],
  ['a yes with status 500', () => Response.json({ ResultCode: 0, Code: 100, status: 1, token: 'x' }, { status: 500 })],
  ['an answer without end', () => new Response(endless())],
]

let lastOrder = 7000

/** What every gateway must do before anybody trusts it with money: the cases that ours pass. */
export function describeGateway(name: string, { bank: openBank, open, secrets, knowsWhoseReceipt }: GatewayCase) {
  describe(`${name} as a gateway`, () => {
    let bank: GatewayBank
    let gateway: Gateway
    let misconfigured: Gateway
    /** Gives up soon, for a bank that is silent; the others wait as long as a busy machine may take. */
    let impatient: Gateway

    beforeAll(async () => {
      bank = await openBank()
      gateway = open(bank, worldOf(fetch))
      misconfigured = open(bank, worldOf(fetch), 'misconfigured')
      impatient = open(bank, worldOf(fetch, 100))
    })
    afterEach(() => bank.heal())
    afterAll(() => bank.close())

    const worldOf = (ask: typeof fetch, timeoutMs = 5_000): GatewayWorld => ({ fetch: ask, now: bank.now, timeoutMs })
    const facing = (how: 'unavailable' | 'silent' | 'html') => (how === 'silent' ? impatient : gateway)
    /** The gateway with a bank that answers all requests so. */
    const hearing = (answer: () => Response) =>
      open(
        bank,
        worldOf(async () => answer()),
      )

    async function begin(amount = 1_250_000) {
      const order = orderOf(gateway, amount)
      const started = await gateway.start(order)
      if (started.outcome !== 'started') throw new Error(`not started: ${JSON.stringify(started)}`)
      const expected: Expected = { token: started.token, orderNumber: order.orderNumber, amount }
      return { started, expected }
    }

    async function comeBack(action: BankAction, amount?: number) {
      const { started, expected } = await begin(amount)
      const params = await bank.visit(started.redirect, action)
      return { started, expected, params, judgement: judge(params, expected) }
    }

    const judge = (params: URLSearchParams, expected: Expected) =>
      gateway.judgeCallback(gateway.readCallback(params), expected)

    /** A customer has paid, and what came back may be verified; short callbacks are completed by the inquiry. */
    async function paid(amount?: number) {
      const { expected, judgement, params } = await comeBack('pay', amount)
      if (judgement.step === 'verify') return { ...expected, reference: judgement.reference, params }
      const found = judgement.step === 'inquire' ? await gateway.inquire?.(expected) : undefined
      if (found?.state !== 'paid') throw new Error(`not paid: ${JSON.stringify({ judgement, found })}`)
      return { ...expected, reference: found.reference, params }
    }

    const first = (payment: Expected & { reference?: string | undefined }, by = gateway) =>
      by.verify({ ...payment, askedBefore: false })
    const again = (payment: Expected & { reference?: string | undefined }, by = gateway) =>
      by.verify({ ...payment, askedBefore: true })

    /** Whatever it says, it says "paid" only of money that the bank gave to us, and "not paid" never of such. */
    function expectTruth(verified: Verified, token: string) {
      if (verified.outcome === 'paid') expect(bank.sale(token).money).toBe('us')
      if (verified.outcome === 'not_paid') expect(bank.sale(token).money).not.toBe('us')
    }

    describe('pays', () => {
      test('it asks the bank for our amount in the bank’s unit, and leads to a page of the bank that our policy names', async () => {
        const { started, expected } = await begin(1_999)
        expect(bank.sale(expected.token)).toEqual({ amount: 1_999, money: 'customer' })
        expect(gateway.formActionOrigins).toContain(new URL(started.redirect.url).origin)
        expect(gateway.origin).toBe(new URL(gateway.origin).origin)
      })

      test('a customer who paid comes back, and the payment is paid once it is verified', async () => {
        const payment = await paid()
        expect(bank.sale(payment.token).money).toBe('bank')
        const verified = await first(payment)
        expect(verified).toMatchObject({ outcome: 'paid', amount: 1_250_000, reference: expect.stringMatching(/./) })
        expect(bank.sale(payment.token).money).toBe('us')
      })

      test('each payment has a reference of its own', async () => {
        const references = []
        for (let count = 0; count < 3; count++) {
          const verified = await first(await paid(5_000))
          references.push(verified.outcome === 'paid' ? verified.reference : undefined)
        }
        expect(references).not.toContain(undefined)
        expect(new Set(references).size).toBe(3)
      })

      test.each(['cancel', 'fail'] as const)('"%s" at the bank is never paid', async (action) => {
        const { expected, judgement } = await comeBack(action)
        expect(judgement.step).not.toBe('mismatch')
        if (judgement.step === 'verify') expect(await first(expected)).toMatchObject({ outcome: 'not_paid' })
        expect(bank.sale(expected.token).money).toBe('customer')
      })

      test('no amount but a positive whole number of the minor unit is sent', async () => {
        for (const amount of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
          await expect(async () => gateway.start(orderOf(gateway, amount)), String(amount)).rejects.toThrow(RangeError)
      })

      test('an order in another currency is not sent', async () => {
        const currency = gateway.currency === 'IRT' ? 'EUR' : 'IRT'
        await expect(async () => gateway.start({ ...orderOf(gateway, 1_000), currency })).rejects.toThrow(RangeError)
      })
    })

    describe('another amount', () => {
      test('less money than asked for is never paid', async () => {
        const { expected, judgement } = await comeBack('pay another amount')
        if (judgement.step === 'mismatch') return
        const found = judgement.step === 'inquire' ? await gateway.inquire?.(expected) : undefined
        if (found) return expect(found).toMatchObject({ state: 'mismatch' })
        const reference = judgement.step === 'verify' ? judgement.reference : undefined
        expect(await first({ ...expected, reference })).toMatchObject({ outcome: 'mismatch', field: 'amount' })
      })

      test('a yes with another amount is a mismatch, with the reference to give it back by', async () => {
        const payment = await paid()
        bank.lie('another amount')
        const verified = await first(payment)
        expect(verified).toMatchObject({ outcome: 'mismatch', field: 'amount', reference: expect.stringMatching(/./) })
      })

      test('a yes without an amount is never paid, and a person is asked in the end', async () => {
        const payment = await paid()
        bank.lie('no amount')
        expect(await first(payment)).toMatchObject({ outcome: 'unknown' })
        expect(await again(payment)).not.toMatchObject({ outcome: 'not_paid' })
      })
    })

    describe('twice', () => {
      test('the same callback is judged the same', async () => {
        const { params, ...expected } = await paid()
        expect(judge(params, expected)).toEqual(judge(params, expected))
        await first(expected)
        expect(judge(params, expected).step).not.toBe('mismatch')
      })

      test('a second verify finds it paid, with the same amount', async () => {
        const payment = await paid()
        await first(payment)
        expect(await again(payment)).toMatchObject({ outcome: 'paid', amount: 1_250_000 })
      })

      test('of two verifies at once none denies the payment, and one after them finds it paid', async () => {
        const payment = await paid()
        const outcomes = (await Promise.all([first(payment), again(payment)])).map(({ outcome }) => outcome)
        expect(['paid', 'unknown']).toEqual(expect.arrayContaining(outcomes))
        expect(await again(payment)).toMatchObject({ outcome: 'paid' })
      })
    })

    describe('late', () => {
      test('a customer who comes back a day later gets an answer that is true', async () => {
        const payment = await paid()
        bank.passMinutes(24 * 60)
        expectTruth(await first(payment), payment.token)
      })

      test('after the time in which the bank gives back, an unverified payment may be closed', () => {
        expect(gateway.closesAfterMinutes).toBeGreaterThan(0)
      })
    })

    describe('never', () => {
      test.each(['unavailable', 'silent', 'html'] as const)('a bank that is %s starts nothing', async (how) => {
        bank.break('start', how)
        const answer = await facing(how).start(orderOf(gateway, 1_000))
        expect(answer).toMatchObject({ outcome: 'unreachable', reason: expect.stringMatching(/./) })
      })

      test.each(['unavailable', 'silent', 'html'] as const)(
        'a verify of a bank that is %s is unknown, and asking again finds it paid',
        async (how) => {
          const payment = await paid()
          bank.break('verify', how)
          expect(await first(payment, facing(how))).toMatchObject({ outcome: 'unknown', review: false })
          bank.heal()
          expect(await again(payment)).toMatchObject({ outcome: 'paid' })
        },
      )

      test('a bank that is not there is unreachable, and the reason names no address', async () => {
        const away = open(
          bank,
          worldOf(async () => Promise.reject(new TypeError('fetch failed 127.0.0.1'))),
        )
        const answer = await away.start(orderOf(gateway, 1_000))
        expect(answer.outcome).toBe('unreachable')
        expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1/)
      })

      test('a payment whose customer never came back is settled as the gateway says', async () => {
        const { started, expected } = await begin()
        if (gateway.settlesBy === 'verify') expect(await first(expected)).toMatchObject({ outcome: 'not_paid' })
        if (gateway.settlesBy === 'inquire') expect(await gateway.inquire?.(expected)).toEqual({ state: 'pending' })
        await bank.visit(started.redirect, 'pay')
        if (gateway.settlesBy === 'none') return expect(gateway.inquire).toBeUndefined()
        const found = gateway.settlesBy === 'inquire' ? await gateway.inquire?.(expected) : undefined
        const reference = found?.state === 'paid' ? found.reference : undefined
        expect(await again({ ...expected, reference })).toMatchObject({ outcome: 'paid' })
      })
    })

    describe('lies', () => {
      test('a callback that claims "paid" of a payment that nobody paid is not paid', async () => {
        const { expected } = await begin()
        const judgement = judge(bank.forge(expected), expected)
        const reference = judgement.step === 'verify' ? judgement.reference : undefined
        if (judgement.step === 'verify') {
          const verified = await first({ ...expected, reference })
          expect(['not_paid', 'unknown', 'mismatch']).toContain(verified.outcome)
        }
        if (judgement.step === 'inquire') expect(await gateway.inquire?.(expected)).not.toMatchObject({ state: 'paid' })
        expect(bank.sale(expected.token).money).toBe('customer')
      })

      test('the callback of another payment changes nothing, and neither does one with another’s order number', async () => {
        const [mine, other] = [await begin(), await paid()]
        expect(judge(other.params, mine.expected)).toMatchObject({ step: 'mismatch' })
        expect((await comeBack('pay and return with another order')).judgement).toMatchObject({ step: 'mismatch' })
      })

      test('an empty callback is never "verify"', async () => {
        const { expected } = await begin()
        expect(['mismatch', 'failed']).toContain(judge(new URLSearchParams(), expected).step)
      })

      test.each([
        ['dearer', 1_000, 9_000_000],
        ['cheaper', 9_000_000, 1_000],
      ])('another payment’s receipt does not pay a %s one', async (_, amount, mineAmount) => {
        const [other, mine] = [await paid(amount), await begin(mineAmount)]
        const stolen = { ...mine.expected, token: tokenBy(gateway, other, mine.expected), reference: other.reference }
        expect(await first(stolen)).toMatchObject({ outcome: 'mismatch' })
      })

      test.runIf(knowsWhoseReceipt)('another payment’s receipt of the same amount does not pay this one', async () => {
        const [mine, other] = [await paid(), await paid()]
        const stolen = { ...mine, token: tokenBy(gateway, other, mine), reference: other.reference }
        expect(await first(stolen)).toMatchObject({ outcome: 'mismatch' })
        expect(await again(mine)).toMatchObject({ outcome: 'paid' })
      })
    })

    describe('malformed', () => {
      test.each(MALFORMED)('%s starts nothing and says nothing of a payment', async (_, answer) => {
        const payment = await paid()
        const odd = hearing(answer)
        expect(await odd.start(orderOf(odd, 1_000))).toMatchObject({ outcome: 'unreachable' })
        for (const verified of [await first(payment, odd), await again(payment, odd)])
          expect(verified).toMatchObject({ outcome: 'unknown', review: false })
        const reference = payment.reference ?? 'a reference'
        if (odd.reverse) expect(await odd.reverse({ ...payment, reference })).toMatchObject({ outcome: 'unknown' })
        if (odd.inquire) expect(await odd.inquire(payment)).toMatchObject({ state: 'unknown' })
      })
    })

    describe('refuses', () => {
      test('what the bank does not let us start is refused, and an operator is to look at our settings', async () => {
        const answer = await misconfigured.start(orderOf(misconfigured, 1_000))
        expect(answer).toMatchObject({ outcome: 'refused', alert: true, code: expect.stringMatching(/./) })
        expect(answer).toMatchObject({ reason: expect.stringMatching(/[a-z]{3}/) })
      })

      test('an error of our own settings says nothing about the money, and a person must look', async () => {
        const payment = await paid()
        expect(await first(payment, misconfigured)).toMatchObject({ outcome: 'unknown', review: true })
        expect(bank.sale(payment.token).money).toBe('bank')
      })

      test('no reason names our account, the customer or an address', async () => {
        const payment = await paid()
        const { expected } = await begin()
        const said: unknown[] = [await misconfigured.start(orderOf(misconfigured, 1_000))]
        said.push(await first(payment, misconfigured), judge(bank.forge({ ...expected, orderNumber: '1' }), expected))
        bank.break('start', 'unavailable')
        bank.break('verify', 'silent')
        said.push(await gateway.start(orderOf(gateway, 1_000)), await first(payment, impatient))
        const reasons = said.map((one) => String(Object(one).reason))
        expect(reasons.join('\n')).not.toMatch(secrets)
      })
    })

    describe('gives back', () => {
      test('it says whether it can, and a payment that was given back is not paid again', async () => {
        const payment = await paid()
        const verified = await first(payment)
        if (!gateway.reverse || verified.outcome !== 'paid') return expect(gateway.reverse).toBeUndefined()
        const given = { ...payment, reference: verified.reference }
        bank.break('reverse', 'unavailable')
        expect(await gateway.reverse(given)).toMatchObject({ outcome: 'unknown' })
        expect(bank.sale(payment.token).money).toBe('us')
        bank.heal()
        bank.break('reverse', 'silent')
        expect(await impatient.reverse?.(given)).toMatchObject({ outcome: 'unknown' })
        bank.heal()
        expect(await gateway.reverse(given)).toEqual({ outcome: 'reversed' })
        expect(await gateway.reverse(given)).toEqual({ outcome: 'reversed' })
        expect(bank.sale(payment.token).money).toBe('customer')
        expect((await again(payment)).outcome).not.toBe('paid')
      })
    })
  })
}

/** An order that each gateway takes. */
function orderOf(gateway: Gateway, amount: number): StartInput {
  lastOrder += 1
  return {
    paymentId: `payment-${lastOrder}`,
    orderNumber: String(lastOrder),
    amount,
    currency: gateway.currency,
    returnAddress: `http://localhost:4000/external-pay?payment=payment-${lastOrder}`,
    payer: {
      fullname: 'Sara Ahmadi Nik',
      phone: '+989121234567',
      email: 'sara@example.com',
      address: 'Main street 1',
      zipCode: '1234567890',
      city: 'Kish',
      country: 'Iran',
    },
    expiresInMinutes: 20,
  }
}

/** Where a gateway knows payments by token alone, the other's token is its receipt. */
function tokenBy(gateway: Gateway, other: Expected, mine: Expected): string {
  return gateway.settlesBy === 'verify' ? other.token : mine.token
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_000).fill(32)) })
}
