import { rialOf } from '#app/rules/money/rial.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { addressSetting, flagSetting, providerKind, textSetting } from '../provider-kind.ts'
import type { Body } from './bank-call.ts'
import { askBank, bodyOf, fieldOf, parameterReader, textOf, wholeNumberOf } from './bank-call.ts'
import type {
  CallbackFacts,
  Expected,
  Gateway,
  GatewayKind,
  GatewayWorld,
  Inquired,
  Judgement,
  Redirect,
  Reversed,
  Started,
  StartInput,
  Verified,
  VerifyInput,
} from './gateway.ts'
import { samanResult, samanState } from './saman-codes.ts'

export type SamanConfig = {
  /** `https://sep.shaparak.ir`, or the simulated bank's origin. */
  baseUrl: string
  /** The terminal number, not the merchant id. */
  terminalId: string
  /** `link`: a plain redirect without a page of our own. `form`: a form with a button, and a callback by GET. */
  redirectBy?: 'link' | 'form'
  /** One of Saman's own documents spells it differently. There is no fallback: that could send a money call twice. */
  verifyPath?: string
  /** The receipt call by token (protocol §10) must be enabled by Saman for the terminal. */
  receipt?: boolean
  /** Payment pages on other hosts that `X-IPG-Url` may name; also part of our pages' `form-action`. */
  paymentPageOrigins?: string[]
}

const verifyPathOfDocument = '/verifyTxnRandomSessionkey/ipg/VerifyTransaction'
const reversePath = '/verifyTxnRandomSessionkey/ipg/ReverseTransaction'
const receiptPath = '/verifyTxnRandomSessionkey/api/v2/ipg/payment/receipt'

/** Saman as the settings configure it. */
export const saman: GatewayKind = {
  ...providerKind(
    {
      SAMAN_BASE_URL: addressSetting,
      SAMAN_TERMINAL_ID: textSetting,
      SAMAN_RECEIPT_CHECK: flagSetting.default(true),
    },
    (settings, world: GatewayWorld) =>
      createSaman(
        {
          baseUrl: settings.SAMAN_BASE_URL,
          terminalId: settings.SAMAN_TERMINAL_ID,
          receipt: settings.SAMAN_RECEIPT_CHECK,
        },
        world,
      ),
  ),
  simulated: ({ origin, merchant }) => ({ SAMAN_BASE_URL: origin, SAMAN_TERMINAL_ID: merchant }),
}

/** The gateway for toman: Saman Electronic Payment, as protocols/saman.md describes it. */
export function createSaman(config: SamanConfig, world: GatewayWorld): Gateway {
  const origin = new URL(config.baseUrl).origin
  const pageOrigins = (config.paymentPageOrigins ?? []).map(samanPageOrigin)
  const ask = (path: string, question: Record<string, string | number>) =>
    askBank(world, new URL(path, origin).href, question)

  async function start(input: StartInput): Promise<Started> {
    if (input.currency !== 'IRT') throw new RangeError('Saman takes toman')
    if (input.returnAddress.length > 1538) throw new RangeError('Saman takes return addresses of up to 1538 characters')
    const minutes = Math.min(Math.max(Math.ceil(input.expiresInMinutes), 20), 3600)
    const cell = /^\+98(9\d{9})$/.exec(input.payer.phone)?.[1]
    const answer = await ask('/onlinepg/onlinepg', {
      action: 'token',
      TerminalId: config.terminalId,
      Amount: rialOf(input.amount),
      ResNum: input.orderNumber,
      RedirectUrl: input.returnAddress,
      TokenExpiryInMin: minutes,
      ...(cell && { CellNumber: `0${cell}` }),
    })
    if (!answer.heard) return { outcome: 'unreachable', reason: answer.reason }

    const status = wholeNumberOf(fieldOf(answer.body, 'status'))
    const token = textOf(fieldOf(answer.body, 'token'))
    if (status === 1 && token) {
      const redirect = redirectTo(token, answer.headers.get('x-ipg-url'))
      return { outcome: 'started', token, redirect, expiresAt: new Date(world.now().getTime() + minutes * MINUTE_MS) }
    }
    if (status !== -1) return { outcome: 'unreachable', reason: 'neither token nor error' }
    const code = textOf(fieldOf(answer.body, 'errorCode'))
    return { outcome: 'refused', code, reason: samanState(code).text, alert: samanState(code).alert }
  }

  function redirectTo(token: string, pageNamedByBank: string | null): Redirect {
    const page = pageNamedByBank && URL.canParse(pageNamedByBank) ? new URL(pageNamedByBank) : undefined
    if (page && pageOrigins.includes(page.origin)) return formTo(page.href, token)
    if (config.redirectBy === 'form') return formTo(new URL('/OnlinePG/OnlinePG', origin).href, token)
    return { method: 'GET', url: new URL(`/OnlinePG/SendToken?token=${encodeURIComponent(token)}`, origin).href }
  }

  function judgeCallback(facts: CallbackFacts, expected: Expected): Judgement {
    if (facts.token && facts.token !== expected.token) return { step: 'mismatch', reason: 'foreign token' }
    if (facts.merchant && facts.merchant !== config.terminalId) return { step: 'mismatch', reason: 'foreign terminal' }
    if (config.receipt && facts.claimed === 'unknown' && facts.token) return { step: 'inquire' }
    if (facts.orderNumber !== expected.orderNumber) return { step: 'mismatch', reason: 'foreign order number' }
    if (facts.claimed !== 'paid') {
      const { text, alert } = samanState(facts.code ?? '')
      return { step: facts.claimed === 'cancelled' ? 'cancelled' : 'failed', reason: text, alert }
    }
    if (!facts.merchant) return { step: 'mismatch', reason: 'no terminal' }
    if (facts.amount !== expected.amount) return { step: 'mismatch', reason: 'other amount' }
    if (!facts.reference) return { step: 'failed', reason: 'no receipt number', alert: false }
    return { step: 'verify', reference: facts.reference }
  }

  async function verify(input: VerifyInput): Promise<Verified> {
    if (!input.reference) throw new RangeError('Saman verifies a claimed receipt number')
    // Ask for the receipt before verifying: the confirmation itself does not say to which order it belongs.
    const foreign = config.receipt ? await foreignReceipt({ ...input, reference: input.reference }) : undefined
    if (foreign) return foreign
    const answer = await ask(config.verifyPath ?? verifyPathOfDocument, receiptOf(input.reference))
    if (!answer.heard) return { outcome: 'unknown', reason: answer.reason, review: false }

    const code = wholeNumberOf(fieldOf(answer.body, 'ResultCode'))
    if (code === undefined) return { outcome: 'unknown', reason: 'no result code', review: false }
    const result = samanResult(code)
    if (result.answer === 'not_paid' || (result.answer === 'too_late' && !input.askedBefore)) {
      return { outcome: 'not_paid', code: String(code), reason: result.text, alert: false }
    }
    // Verified before and now too late: the lost answer may have been a confirmation.
    if (result.answer === 'setup' || result.answer === 'too_late') {
      return { outcome: 'unknown', reason: result.text, review: true }
    }
    return readReceipt(answer.body, { ...input, reference: input.reference }, result.answer === 'again')
  }

  /** By the receipt of the token: the mismatch when a receipt number belongs to another order; undefined when it is this order's or unknown. */
  async function foreignReceipt(input: Expected & { reference: string }): Promise<Verified | undefined> {
    const found = await inquire(input)
    const { reference } = input
    const isOther = found.state === 'paid' && found.reference !== reference
    if (isOther) return { outcome: 'mismatch', field: 'reference', reason: 'the receipt of another order' }
    if (found.state === 'mismatch') return { outcome: 'unknown', reason: found.reason, review: true }
    if (found.state === 'unknown' && !found.isRefused)
      return { outcome: 'unknown', reason: found.reason, review: false }
    return undefined
  }

  /** Success counts only with a receipt that matches our request. Because the caller has claimed the reference, an earlier verify was ours. */
  function readReceipt(body: Body, input: Expected & { reference: string }, again: boolean): Verified {
    const detail = bodyOf(fieldOf(body, 'TransactionDetail'))
    const original = wholeNumberOf(detail && fieldOf(detail, 'OrginalAmount', 'OriginalAmount'))
    const affective = wholeNumberOf(detail && fieldOf(detail, 'AffectiveAmount'))
    const success = fieldOf(body, 'Success')
    if ((success !== true && textOf(success).toLowerCase() !== 'true') || !detail) {
      return { outcome: 'unknown', reason: 'confirmed without its receipt', review: again }
    }
    if (original === undefined || affective === undefined) {
      return { outcome: 'unknown', reason: 'confirmed without its amount', review: true }
    }

    const { reference } = input
    const differs = (field: 'amount' | 'merchant' | 'reference'): Verified => ({
      outcome: 'mismatch',
      field,
      reason: `the receipt has another ${field}`,
      reference,
    })
    if (textOf(fieldOf(detail, 'RefNum')) !== reference) return differs('reference')
    const order = textOf(fieldOf(detail, 'ResNum'))
    // The receipt belongs to somebody else's payment then, which must not be reversed.
    if (order && order !== input.orderNumber) return differs('reference')
    if (textOf(fieldOf(detail, 'TerminalNumber')) !== config.terminalId) return differs('merchant')
    const rial = rialOf(input.amount)
    if (original !== rial || affective !== rial) return differs('amount')
    return {
      outcome: 'paid',
      reference,
      amount: input.amount,
      trace: textOf(fieldOf(detail, 'StraceNo', 'TraceNo')) || undefined,
      card: maskedCard(textOf(fieldOf(detail, 'MaskedPan'))),
    }
  }

  async function reverse(input: { reference: string }): Promise<Reversed> {
    const answer = await ask(reversePath, receiptOf(input.reference))
    if (!answer.heard) return { outcome: 'unknown', reason: answer.reason }
    const code = wholeNumberOf(fieldOf(answer.body, 'ResultCode'))
    const result = samanResult(code)
    if (code === undefined) return { outcome: 'unknown', reason: 'no result code' }
    if (result.answer === 'done' || result.answer === 'again' || code === 5) return { outcome: 'reversed' }
    return { outcome: 'refused', code: String(code), reason: result.text, alert: result.answer === 'setup' }
  }

  async function inquire(expected: Expected): Promise<Inquired> {
    const answer = await ask(receiptPath, { TerminalNumber: terminalNumber(), Token: expected.token })
    if (!answer.heard) return { state: 'unknown', reason: answer.reason }
    const data = bodyOf(fieldOf(answer.body, 'Data'))
    if (fieldOf(answer.body, 'HasError') !== false || !data) {
      const code = textOf(fieldOf(answer.body, 'ErrorCode'))
      return { state: 'unknown', reason: `receipt refused (${code})`, isRefused: true }
    }
    if (textOf(fieldOf(data, 'ResNum')) !== expected.orderNumber) return { state: 'mismatch', reason: 'other order' }
    if (textOf(fieldOf(data, 'TerminalId')) !== config.terminalId)
      return { state: 'mismatch', reason: 'other terminal' }

    const status = textOf(fieldOf(data, 'Status'))
    if (status === '0') return { state: 'pending' }
    if (status !== '2') return { state: 'not_paid', code: status, reason: samanState(status).text }
    if (wholeNumberOf(fieldOf(data, 'Amount')) !== rialOf(expected.amount)) {
      return { state: 'mismatch', reason: 'other amount' }
    }
    const reference = textOf(fieldOf(data, 'RefNum'))
    return reference ? { state: 'paid', reference } : { state: 'unknown', reason: 'paid without a receipt number' }
  }

  // The token call has TerminalId, all later ones TerminalNumber, which is a number in the document (protocol §6).
  const terminalNumber = () => wholeNumberOf(config.terminalId) ?? config.terminalId
  const receiptOf = (reference: string) => ({ RefNum: reference, TerminalNumber: terminalNumber() })

  return {
    name: 'saman',
    currency: 'IRT',
    start,
    readCallback: readSamanCallback,
    judgeCallback,
    verify,
    reverse,
    ...(config.receipt && { inquire }),
    settlesBy: config.receipt ? 'inquire' : 'none',
    closesAfterMinutes: 35,
    formActionOrigins: [...new Set([origin, ...pageOrigins])],
    origin,
  }
}

/** Reads the fields of protocol §5, in any letter case. Only status 2 together with state OK claims that it is paid. */
export function readSamanCallback(params: URLSearchParams): CallbackFacts {
  const read = parameterReader(params)
  const rial = wholeNumberOf(read('Amount'))
  const status = read('Status')
  const state = read('State').toLowerCase()
  return {
    token: read('Token') || undefined,
    reference: read('RefNum') || undefined,
    orderNumber: read('ResNum') || undefined,
    amount: rial !== undefined && rial % 10 === 0 ? rial / 10 : undefined,
    merchant: read('TerminalId', 'MID') || undefined,
    claimed: claimOf(status, state),
    code: status || undefined,
    trace: read('TraceNo') || undefined,
    card: maskedCard(read('SecurePan')),
  }
}

function claimOf(status: string, state: string): CallbackFacts['claimed'] {
  if (status === '2' && state === 'ok') return 'paid'
  if (status === '1' || state === 'canceledbyuser') return 'cancelled'
  return status || state ? 'failed' : 'unknown'
}

/** Only a masked number may be stored: a full card number never leaves this file. */
function maskedCard(text: string): string | undefined {
  return /^\d{0,6}[*xX.-]+\d{0,4}$/.test(text) ? text : undefined
}

/** `GetMethod` requests a callback by GET, which arrives like any other navigation. */
function formTo(url: string, token: string): Redirect {
  return { method: 'POST', url, fields: { Token: token, GetMethod: 'true' } }
}

function samanPageOrigin(text: string): string {
  const { protocol, hostname, origin } = new URL(text)
  const known = hostname === 'sep.shaparak.ir' || hostname.endsWith('.sep.ir')
  if (protocol !== 'https:' || !known) throw new RangeError(`${origin} is not a payment page of Saman`)
  return origin
}
