import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type {
  Expected,
  Gateway,
  GatewayWorld,
  Redirect,
  StartInput,
  Verified,
} from '#app/providers/gateways/gateway.ts'

/**
 * What the simulated bank of a gateway can be made to do. The calls have our names: `reverse` and `inquire` where the
 * gateway has them.
 */
export type GatewayBank = {
  /** The address where it listens. */
  origin: string
  /** Opens the redirect's page as the customer and does this there; returns what reaches our return address. */
  visit: (redirect: Redirect, action: BankAction) => Promise<URLSearchParams>
  /** What would reach our return address if the bank had taken the money. Anybody can send it. */
  forge: (expected: Expected) => URLSearchParams
  /**
   * What the bank was asked for, in our minor unit, and where the customer's money is: with `us` once it is verified.
   */
  sale: (token: string) => { amount: number; money: 'customer' | 'bank' | 'us' }
  /**
   * The call answers status 503 and does nothing; or does its work and then does not answer, or answers with a page of
   * HTML.
   */
  break: (call: BankCall, how: 'unavailable' | 'silent' | 'html') => void
  /** Verifying a paid payment answers yes, with another amount than requested or without one. */
  lie: (about: 'another amount' | 'no amount') => void
  /** The bank works again. */
  heal: () => void
  passMinutes: (minutes: number) => void
  now: () => Date
  close: () => Promise<void>
}

export type BankAction = 'pay' | 'cancel' | 'fail' | 'pay another amount' | 'pay and return with another order'
type BankCall = 'start' | 'verify' | 'reverse' | 'inquire'

export type GatewayCase = {
  /** The bank, simulated by the published protocol, on a clock of its own. */
  bank: () => Promise<GatewayBank>
  /** The gateway at that bank; `misconfigured` with an account that the bank does not know. */
  open: (bank: GatewayBank, world: GatewayWorld, account?: 'misconfigured') => Gateway
  /** Parts of our settings and of the customer's data that no reason may contain, because reasons are logged. */
  secrets: RegExp
  /**
   * False where the bank does not say whose receipt it confirms: then only the ledger's unique reference prevents
   * reuse.
   */
  knowsWhoseReceipt: boolean
}

/** Answers that no bank gives to a successful call. */
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

/** What every gateway must do before it may handle money; ours pass. */
export function describeGateway(name: string, { bank: openBank, open, secrets, knowsWhoseReceipt }: GatewayCase) {
  describe(`${name} as a gateway`, () => {
    let bank: GatewayBank
    let gateway: Gateway
    let misconfigured: Gateway
    /** Gives up soon, for a silent bank; the other gateways wait as long as a busy machine may take. */
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
    /** The gateway with a bank that gives this answer to all requests. */
    const hearing = (answer: () => Response) =>
      open(
        bank,
        worldOf(async () => answer()),
      )

    /** The gateway at a bank whose answers come in pieces, with a pause before each but the first. */
    const dripping = (pauseMs: number, timeoutMs?: number) => open(bank, worldOf(inPieces(pauseMs), timeoutMs))

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

    /** Whatever it answers, "paid" is only for money that the bank gave to us, and "not paid" never is. */
    function expectTruth(verified: Verified, token: string) {
      if (verified.outcome === 'paid') expect(bank.sale(token).money).toBe('us')
      if (verified.outcome === 'not_paid') expect(bank.sale(token).money).not.toBe('us')
    }

    describe('a payment', () => {
      test('is requested with our amount in the bank’s unit, and leads to a page of the bank that our policy allows', async () => {
        const { started, expected } = await begin(1_999)
        expect(bank.sale(expected.token)).toEqual({ amount: 1_999, money: 'customer' })
        expect(gateway.formActionOrigins).toContain(new URL(started.redirect.url).origin)
        expect(gateway.origin).toBe(new URL(gateway.origin).origin)
      })

      test('is paid once the customer has paid and it is verified', async () => {
        const payment = await paid()
        expect(bank.sale(payment.token).money).toBe('bank')
        const verified = await first(payment)
        expect(verified).toMatchObject({ outcome: 'paid', amount: 1_250_000, reference: expect.stringMatching(/./) })
        expect(bank.sale(payment.token).money).toBe('us')
      })

      test('has a reference of its own', async () => {
        const references = []
        for (let count = 0; count < 3; count++) {
          const verified = await first(await paid(5_000))
          references.push(verified.outcome === 'paid' ? verified.reference : undefined)
        }
        expect(references).not.toContain(undefined)
        expect(new Set(references).size).toBe(3)
      })

      test.each(['cancel', 'fail'] as const)('is never paid after "%s" at the bank', async (action) => {
        const { expected, judgement } = await comeBack(action)
        expect(judgement.step).not.toBe('mismatch')
        if (judgement.step === 'verify') expect(await first(expected)).toMatchObject({ outcome: 'not_paid' })
        expect(bank.sale(expected.token).money).toBe('customer')
      })

      test('is only requested for a positive whole number of the minor unit', async () => {
        for (const amount of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
          await expect(async () => gateway.start(orderOf(gateway, amount)), String(amount)).rejects.toThrow(RangeError)
      })

      test('in another currency is not requested', async () => {
        const currency = gateway.currency === 'IRT' ? 'EUR' : 'IRT'
        await expect(async () => gateway.start({ ...orderOf(gateway, 1_000), currency })).rejects.toThrow(RangeError)
      })
    })

    describe('a wrong amount', () => {
      test('that is lower than requested is never paid', async () => {
        const { expected, judgement } = await comeBack('pay another amount')
        if (judgement.step === 'mismatch') return
        const found = judgement.step === 'inquire' ? await gateway.inquire?.(expected) : undefined
        if (found) return expect(found).toMatchObject({ state: 'mismatch' })
        const reference = judgement.step === 'verify' ? judgement.reference : undefined
        expect(await first({ ...expected, reference })).toMatchObject({ outcome: 'mismatch', field: 'amount' })
      })

      test('in a yes is a mismatch, with the reference for the refund', async () => {
        const payment = await paid()
        bank.lie('another amount')
        const verified = await first(payment)
        expect(verified).toMatchObject({ outcome: 'mismatch', field: 'amount', reference: expect.stringMatching(/./) })
      })

      test('that is missing in a yes is never paid, and a person decides in the end', async () => {
        const payment = await paid()
        bank.lie('no amount')
        expect(await first(payment)).toMatchObject({ outcome: 'unknown' })
        expect(await again(payment)).not.toMatchObject({ outcome: 'not_paid' })
      })
    })

    describe('a repeated call', () => {
      test('with the same callback gives the same result', async () => {
        const { params, ...expected } = await paid()
        expect(judge(params, expected)).toEqual(judge(params, expected))
        await first(expected)
        expect(judge(params, expected).step).not.toBe('mismatch')
      })

      test('to verify finds it paid, with the same amount', async () => {
        const payment = await paid()
        await first(payment)
        expect(await again(payment)).toMatchObject({ outcome: 'paid', amount: 1_250_000 })
      })

      test('at the same moment does not deny the payment, and one after it finds it paid', async () => {
        const payment = await paid()
        const outcomes = (await Promise.all([first(payment), again(payment)])).map(({ outcome }) => outcome)
        expect(['paid', 'unknown']).toEqual(expect.arrayContaining(outcomes))
        expect(await again(payment)).toMatchObject({ outcome: 'paid' })
      })
    })

    describe('a late payment', () => {
      test('gets a true answer when its customer returns a day later', async () => {
        const payment = await paid()
        bank.passMinutes(24 * 60)
        expectTruth(await first(payment), payment.token)
      })

      test('can be closed after the bank’s refund period if it was never verified', () => {
        expect(gateway.closesAfterMinutes).toBeGreaterThan(0)
      })
    })

    describe('no answer:', () => {
      test.each(['unavailable', 'silent', 'html'] as const)('a start (%s) starts nothing', async (how) => {
        bank.break('start', how)
        const answer = await facing(how).start(orderOf(gateway, 1_000))
        expect(answer).toMatchObject({ outcome: 'unreachable', reason: expect.stringMatching(/./) })
      })

      test.each(['unavailable', 'silent', 'html'] as const)(
        'a verify (%s) leaves the payment unknown, and asking again finds it paid',
        async (how) => {
          const payment = await paid()
          bank.break('verify', how)
          expect(await first(payment, facing(how))).toMatchObject({ outcome: 'unknown', review: false })
          bank.heal()
          expect(await again(payment)).toMatchObject({ outcome: 'paid' })
        },
      )

      test('a bank that is down is unreachable, and the reason names no address', async () => {
        const away = open(
          bank,
          worldOf(async () => Promise.reject(new TypeError('fetch failed 127.0.0.1'))),
        )
        const answer = await away.start(orderOf(gateway, 1_000))
        expect(answer.outcome).toBe('unreachable')
        expect(JSON.stringify(answer)).not.toMatch(/127\.0\.0\.1/)
      })

      test('a payment whose customer never returned is settled as the gateway says', async () => {
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

    describe('a slow answer', () => {
      test('that ends in time counts as a quick one', async () => {
        const slow = dripping(30)
        expect(await slow.start(orderOf(slow, 1_000))).toMatchObject({ outcome: 'started' })
        expect(await first(await paid(), slow)).toMatchObject({ outcome: 'paid', amount: 1_250_000 })
      })

      test('that is still coming when our time is over starts nothing', async () => {
        const slow = dripping(60_000, 100)
        expect(await slow.start(orderOf(slow, 1_000))).toMatchObject({ outcome: 'unreachable' })
      })

      test('that is still coming leaves the payment unknown, whatever the bank has done, and asking again finds it paid', async () => {
        const payment = await paid()
        expect(await first(payment, dripping(60_000, 100))).toMatchObject({ outcome: 'unknown', review: false })
        expect(bank.sale(payment.token).money).not.toBe('customer')
        expect(await again(payment)).toMatchObject({ outcome: 'paid', amount: 1_250_000 })
      })
    })

    describe('a false claim', () => {
      test('of "paid" for a payment that nobody paid is not paid', async () => {
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

      test('by the callback of another payment, or with another’s order number, changes nothing', async () => {
        const [mine, other] = [await begin(), await paid()]
        expect(judge(other.params, mine.expected)).toMatchObject({ step: 'mismatch' })
        expect((await comeBack('pay and return with another order')).judgement).toMatchObject({ step: 'mismatch' })
      })

      test('by an empty callback is never "verify"', async () => {
        const { expected } = await begin()
        expect(['mismatch', 'failed']).toContain(judge(new URLSearchParams(), expected).step)
      })

      test.each([
        ['dearer', 1_000, 9_000_000],
        ['cheaper', 9_000_000, 1_000],
      ])('with another payment’s receipt does not pay a %s one', async (_, amount, mineAmount) => {
        const [other, mine] = [await paid(amount), await begin(mineAmount)]
        const stolen = { ...mine.expected, token: tokenBy(gateway, other, mine.expected), reference: other.reference }
        expect(await first(stolen)).toMatchObject({ outcome: 'mismatch' })
      })

      test.runIf(knowsWhoseReceipt)(
        'with another payment’s receipt of the same amount does not pay this one',
        async () => {
          const [mine, other] = [await paid(), await paid()]
          const stolen = { ...mine, token: tokenBy(gateway, other, mine), reference: other.reference }
          expect(await first(stolen)).toMatchObject({ outcome: 'mismatch' })
          expect(await again(mine)).toMatchObject({ outcome: 'paid' })
        },
      )
    })

    describe('a malformed answer', () => {
      test.each(MALFORMED)('(%s) starts nothing and says nothing about a payment', async (_, answer) => {
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

    describe('a refusal', () => {
      test('to start a payment is reported, so that an operator checks our settings', async () => {
        const answer = await misconfigured.start(orderOf(misconfigured, 1_000))
        expect(answer).toMatchObject({ outcome: 'refused', alert: true, code: expect.stringMatching(/./) })
        expect(answer).toMatchObject({ reason: expect.stringMatching(/[a-z]{3}/) })
      })

      test('because of our own settings says nothing about the money, and a person decides', async () => {
        const payment = await paid()
        expect(await first(payment, misconfigured)).toMatchObject({ outcome: 'unknown', review: true })
        expect(bank.sale(payment.token).money).toBe('bank')
      })

      test('never names our account, the customer or an address', async () => {
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

    describe('a reversal', () => {
      test('is declared possible or not, and a reversed payment is not paid again', async () => {
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

/** An order that each gateway accepts. */
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

/** Where a gateway knows payments by token alone, the other payment's token is its receipt. */
function tokenBy(gateway: Gateway, other: Expected, mine: Expected): string {
  return gateway.settlesBy === 'verify' ? other.token : mine.token
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_000).fill(32)) })
}

const PIECES = 5

/** Passes requests on to the bank at once, and its answers in pieces, until the request is aborted. */
function inPieces(pauseMs: number): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal ?? undefined
    const answer = await fetch(input, { ...init, signal: null })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const size = Math.ceil(bytes.length / PIECES)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent > 0) await pause(pauseMs, undefined, { signal })
        if (sent >= bytes.length) return controller.close()
        controller.enqueue(bytes.subarray(sent, sent + size))
        sent += size
      },
    })
    return new Response(body, { status: answer.status, headers: answer.headers })
  }
}
