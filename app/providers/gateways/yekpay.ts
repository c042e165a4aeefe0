import { addressSetting, providerKind, textSetting } from '../provider-kind.ts'
import type { Body } from './bank-call.ts'
import { askBank, bodyOf, fieldOf, parameterReader, textOf, wholeNumberOf } from './bank-call.ts'
import type {
  CallbackFacts,
  Expected,
  Gateway,
  GatewayKind,
  GatewayWorld,
  Judgement,
  Payer,
  Started,
  StartInput,
  Verified,
  VerifyInput,
} from './gateway.ts'
import { isOrderNumber } from './gateway.ts'
import { yekpayRequestRefusal, yekpayVerifyCode } from './yekpay-codes.ts'

/** Three whole addresses, because the sandbox's paths do not mirror those of production. */
export type YekpayAddresses = { request: string; start: string; verify: string }

export type YekpayConfig = {
  addresses: YekpayAddresses
  merchantId: string
  /** Both are in use with Yekpay (protocol §2). */
  encoding?: 'json' | 'form'
}

const euro = 978

/** The addresses below an origin: `https://gate.ypsapi.com`, or the simulated bank's. */
export function yekpayAt(baseUrl: string): YekpayAddresses {
  const { origin } = new URL(baseUrl)
  const at = (action: string) => `${origin}/api/payment/${action}`
  return { request: at('request'), start: at('start'), verify: at('verify') }
}

/** Formats cents for Yekpay: major units with exactly two decimals, a dot and no separators. */
export function yekpayAmount(cents: number): string {
  if (cents <= 0 || !Number.isSafeInteger(cents)) throw new RangeError('An amount is a positive whole number of cents')
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Cents of an amount in major units, as text or number; undefined for anything with more than two decimals. */
export function centsOf(amount: unknown): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(textOf(amount))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

/** Yekpay as the settings configure it. */
export const yekpay: GatewayKind = {
  ...providerKind(
    {
      YEKPAY_REQUEST_URL: addressSetting,
      YEKPAY_START_URL: addressSetting,
      YEKPAY_VERIFY_URL: addressSetting,
      YEKPAY_MERCHANT_ID: textSetting,
    },
    (settings, world: GatewayWorld) =>
      createYekpay(
        {
          addresses: {
            request: settings.YEKPAY_REQUEST_URL,
            start: settings.YEKPAY_START_URL,
            verify: settings.YEKPAY_VERIFY_URL,
          },
          merchantId: settings.YEKPAY_MERCHANT_ID,
        },
        world,
      ),
  ),
  simulated({ origin, merchant }) {
    const { request, start, verify } = yekpayAt(origin)
    return {
      YEKPAY_REQUEST_URL: request,
      YEKPAY_START_URL: start,
      YEKPAY_VERIFY_URL: verify,
      YEKPAY_MERCHANT_ID: merchant,
    }
  },
}

/** The gateway for euro: Yekpay, as protocols/yekpay.md describes it. It has no reverse and no inquiry. */
export function createYekpay(config: YekpayConfig, world: GatewayWorld): Gateway {
  const startOrigin = new URL(config.addresses.start).origin
  const ask = (url: string, question: Record<string, string | number>) =>
    askBank(world, url, { merchantId: config.merchantId, ...question }, config.encoding)

  async function start(input: StartInput): Promise<Started> {
    if (input.currency !== 'EUR') throw new RangeError('Yekpay takes euro')
    if (!isOrderNumber(input.orderNumber)) throw new RangeError('Yekpay takes order numbers of up to 18 digits')
    const answer = await ask(config.addresses.request, {
      amount: yekpayAmount(input.amount),
      fromCurrencyCode: euro,
      toCurrencyCode: euro,
      orderNumber: input.orderNumber,
      callback: input.returnAddress,
      ...payerFields(input.payer),
    })
    if (!answer.heard) return { outcome: 'unreachable', reason: answer.reason }

    const body = unwrapped(answer.body)
    const code = wholeNumberOf(fieldOf(body, 'Code'))
    const token = textOf(fieldOf(body, 'Authority'))
    if (code === undefined || (code === 100 && !token)) {
      return { outcome: 'unreachable', reason: 'neither authority nor error' }
    }
    if (code === 100) {
      const url = `${config.addresses.start}/${encodeURIComponent(token)}`
      return { outcome: 'started', token, redirect: { method: 'GET', url } }
    }
    const { text, alert } = yekpayRequestRefusal(code)
    return { outcome: 'refused', code: String(code), reason: text, alert }
  }

  async function verify(input: VerifyInput): Promise<Verified> {
    const answer = await ask(config.addresses.verify, { authority: input.token })
    if (!answer.heard) return { outcome: 'unknown', reason: answer.reason, review: false }

    const body = unwrapped(answer.body)
    const code = wholeNumberOf(fieldOf(body, 'Code'))
    if (code === undefined) return { outcome: 'unknown', reason: 'no code', review: false }
    const { text, answer: meaning } = yekpayVerifyCode(code)
    if (meaning === 'not_paid') return { outcome: 'not_paid', code: String(code), reason: text, alert: false }
    if (meaning === 'ask_again' || meaning === 'setup') {
      return { outcome: 'unknown', reason: text, review: meaning === 'setup' }
    }
    if (meaning === 'paid') return readConfirmation(body, input)
    // Only our merchant can verify our authority: if we asked before, the lost answer was the confirmation.
    if (!input.askedBefore) return { outcome: 'unknown', reason: `${text}, but not by us`, review: true }
    return readConfirmation(body, input, { order: input.orderNumber, amount: yekpayAmount(input.amount) })
  }

  return {
    name: 'yekpay',
    currency: 'EUR',
    start,
    readCallback: readYekpayCallback,
    judgeCallback: judgeYekpayCallback,
    verify,
    settlesBy: 'verify',
    closesAfterMinutes: 60,
    formActionOrigins: [startOrigin],
    origin: startOrigin,
  }
}

/** Key names and the result flag differ between Yekpay's clients (protocol §4). The callback's amount is never used. */
export function readYekpayCallback(params: URLSearchParams): CallbackFacts {
  const read = parameterReader(params)
  const flag = read('success', 'status')
  return {
    token: read('authority') || undefined,
    orderNumber: read('orderNumber', 'order_number', 'OrderNo') || undefined,
    claimed: claimOf(flag.toLowerCase(), read('description').toLowerCase()),
    code: read('error_code') || flag || undefined,
  }
}

/** Everything but a clear cancellation is verified: the flag only affects the wording, the bank's answer decides. */
function judgeYekpayCallback(facts: CallbackFacts, expected: Expected): Judgement {
  if (facts.token !== expected.token) return { step: 'mismatch', reason: 'foreign authority' }
  if (facts.orderNumber && facts.orderNumber !== expected.orderNumber) {
    return { step: 'mismatch', reason: 'foreign order number' }
  }
  if (facts.claimed === 'cancelled') return { step: 'cancelled', reason: 'cancelled by the customer', alert: false }
  return { step: 'verify' }
}

function claimOf(flag: string, description: string): CallbackFacts['claimed'] {
  if (flag === '1' || flag === 'success' || flag === 'ok') return 'paid'
  if (flag.startsWith('cancel')) return 'cancelled'
  if (flag === '0' || flag === 'nok' || flag === '-1') return /cancel/.test(description) ? 'cancelled' : 'failed'
  return 'unknown'
}

/** `assumed` replaces fields that the answer does not repeat; those that it repeats must match. */
function readConfirmation(body: Body, input: VerifyInput, assumed?: { order: string; amount: string }): Verified {
  const order = textOf(fieldOf(body, 'OrderNo', 'Order number', 'orderNumber')) || assumed?.order
  const sent = fieldOf(body, 'Amount') ?? assumed?.amount
  const reference = textOf(fieldOf(body, 'Reference')) || input.token
  if (!order || sent === undefined) {
    return { outcome: 'unknown', reason: 'confirmed without order number or amount', review: true }
  }
  if (order !== input.orderNumber) {
    return { outcome: 'mismatch', field: 'order', reason: 'the confirmation has another order', reference }
  }
  if (centsOf(sent) !== input.amount) {
    return { outcome: 'mismatch', field: 'amount', reason: 'the confirmation has another amount', reference }
  }
  return { outcome: 'paid', reference, amount: input.amount }
}

/** Some answers are wrapped in `Result` or `data` (protocol §2). */
function unwrapped(body: Body): Body {
  if (fieldOf(body, 'Code') !== undefined) return body
  return bodyOf(fieldOf(body, 'Result', 'data')) ?? body
}

/** Yekpay requires every field; our form asks for them, and a field that a customer does not have is sent as a dash. */
function payerFields(payer: Payer): Record<string, string> {
  const words = payer.fullname.trim().split(/\s+/)
  return {
    firstName: words.slice(0, Math.max(1, words.length - 1)).join(' ') || '-',
    lastName: (words.length > 1 && words.at(-1)) || '-',
    email: payer.email || '-',
    mobile: payer.phone,
    address: payer.address || '-',
    postalCode: payer.zipCode || '-',
    country: payer.country || '-',
    city: payer.city || '-',
  }
}
