import { createHash, randomBytes, randomInt } from 'node:crypto'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { BankState } from './bank-state.ts'
import { json, questionOf, type Reply, seeOther, type Visit } from './http.ts'
import { notFoundPage, paymentPage, returnPage } from './page.ts'
import type { Sale } from './sale.ts'

const maskedPan = '621986****8080'
const hashedPan = createHash('sha256').update('simulated card').digest('hex')

/** JSON with `action: token` requests a token; a form with `Token` is a customer who opens the payment page (protocol §2). */
export function samanEntrance(state: BankState, visit: Visit): Reply {
  if (visit.json) return samanToken(state, visit)
  const requested = visit.form.get('GetMethod') ?? ''
  return samanPage(state, visit, visit.form.get('Token') ?? '', requested.toLowerCase() === 'true' ? 'GET' : 'POST')
}

/** The token call of protocol §3. */
function samanToken(state: BankState, visit: Visit): Reply {
  const read = questionOf(visit)
  const amount = Number(read('Amount'))
  const refuse = (errorCode: string, errorDesc: string) => json({ status: -1, errorCode, errorDesc })
  if (state.faults().refuseCaller) return refuse('8', 'آدرس سرور پذیرنده نامعتبر است')
  if (!state.merchants.saman.includes(read('TerminalId'))) return refuse('12', 'ترمینال یافت نشد')
  const complete = read('action').toLowerCase() === 'token' && read('ResNum') && URL.canParse(read('RedirectUrl'))
  if (!complete || !Number.isSafeInteger(amount) || amount <= 0) return refuse('5', 'پارامترهای ارسالی نامعتبر است')

  const minutes = Math.min(Math.max(Number(read('TokenExpiryInMin')) || 20, 20), 3600)
  const sale: Sale = {
    bank: 'saman',
    token: randomBytes(16).toString('hex'),
    merchant: read('TerminalId'),
    orderNumber: read('ResNum'),
    amount,
    paidAmount: amount,
    returnAddress: read('RedirectUrl'),
    callbackBy: 'POST',
    expiresAt: state.now() + minutes * MINUTE_MS,
    state: 'waiting',
    reference: receiptNumber(),
    trace: String(randomInt(100_000, 999_999)),
  }
  state.books.add(sale)
  const paymentPageAddress = state.faults().paymentPage
  return json({ status: 1, token: sale.token }, paymentPageAddress ? { 'x-ipg-url': paymentPageAddress } : {})
}

/** The payment page, or the redirect back to the shop for a token that has ended. */
export function samanPage(state: BankState, visit: Visit, token: string, callbackBy: 'GET' | 'POST'): Reply {
  const sale = state.books.byToken('saman', token)
  if (!sale) return notFoundPage(visit.language)
  sale.callbackBy = callbackBy
  state.books.save()
  if (sale.state !== 'waiting') return samanReturn(state, visit, sale)
  if (state.now() > sale.expiresAt) {
    return sendBack(visit, sale, { ...commonFields(sale), State: 'TokenNotFound', Status: '10', RefNum: '' })
  }
  return paymentPage(sale, visit.language)
}

/** Sends the customer back with the fields of protocol §5. */
export function samanReturn(state: BankState, visit: Visit, sale: Sale, orderNumber = sale.orderNumber): Reply {
  return sendBack(visit, sale, samanCallbackFields(state, sale, orderNumber))
}

/** What the bank sends to the shop about a finished sale. */
export function samanCallbackFields(
  state: BankState,
  sale: Sale,
  orderNumber = sale.orderNumber,
): Record<string, string> {
  const common = { ...commonFields(sale), ResNum: orderNumber }
  if (sale.state === 'cancelled') return { ...common, State: 'CanceledByUser', Status: '1', RefNum: '' }
  if (sale.state === 'failed') return { ...common, State: 'Failed', Status: '3', RefNum: '' }
  if (sale.state === 'expired') return { ...common, State: 'SessionIsNull', Status: '', RefNum: '' }
  if (state.faults().shortCallback) return { Token: sale.token, RefNum: sale.reference }
  return {
    ...common,
    State: 'OK',
    Status: '2',
    RefNum: sale.reference,
    RRN: `6${sale.trace}00000`,
    TraceNo: sale.trace,
    SecurePan: maskedPan,
    HashedCardNumber: hashedPan,
  }
}

/** Verify of protocol §6: answers 0 the first time, then 2. */
export function samanVerify(state: BankState, visit: Visit): Reply {
  const found = findReceipt(state, visit)
  if ('code' in found) return result(state, found.code)
  const { sale } = found
  if (sale.state === 'reversed') return result(state, 5)
  if (sale.state === 'returned') return result(state, -6)
  if (sale.state === 'verified') return result(state, state.faults().verifyAgain === 'success' ? 0 : 2, sale)
  if (sale.state !== 'paid') return result(state, -2)
  sale.state = 'verified'
  state.books.save()
  return result(state, 0, sale)
}

/** Reverse of protocol §7, possible for 50 minutes after the payment. */
export function samanReverse(state: BankState, visit: Visit): Reply {
  const found = findReceipt(state, visit)
  if ('code' in found) return result(state, found.code)
  const { sale } = found
  if (sale.state === 'reversed') return result(state, 2, sale)
  if (sale.state !== 'verified') return result(state, -2)
  if (state.now() > (sale.paidAt ?? 0) + 50 * MINUTE_MS) return result(state, -6)
  sale.state = 'reversed'
  state.books.save()
  return result(state, 0, sale)
}

/** The receipt by token of protocol §10. */
export function samanReceipt(state: BankState, visit: Visit): Reply {
  const read = questionOf(visit)
  const sale = state.books.byToken('saman', read('Token')) ?? state.books.byReference('saman', read('RefNum'))
  if (!sale || sale.merchant !== read('TerminalNumber')) {
    return json({ HasError: true, ErrorCode: 10, ErrorMessage: 'not found', ValidationErrors: [], Data: null })
  }
  const [Status, State] = receiptStates[sale.state]
  const paid = Status === 2
  const data = {
    State,
    Status,
    TerminalId: Number(sale.merchant),
    Token: sale.token,
    RefNum: paid ? sale.reference : '',
    ResNum: sale.orderNumber,
    TraceNo: sale.trace,
    Amount: sale.paidAmount,
    AffectiveAmount: sale.paidAmount,
    Rrn: `6${sale.trace}00000`,
    HashedCardNumber: hashedPan,
  }
  return json(inNumbers(state, { HasError: false, ErrorCode: 0, ErrorMessage: '', ValidationErrors: [], Data: data }))
}

const receiptStates: Record<Sale['state'], [number, string]> = {
  waiting: [0, 'InProgress'],
  cancelled: [1, 'CanceledByUser'],
  paid: [2, 'OK'],
  verified: [2, 'OK'],
  failed: [3, 'Failed'],
  expired: [3, 'Failed'],
  reversed: [3, 'Failed'],
  returned: [3, 'Failed'],
}

function findReceipt(state: BankState, visit: Visit): { sale: Sale } | { code: number } {
  const read = questionOf(visit)
  if (state.faults().refuseCaller) return { code: -106 }
  if (!state.merchants.saman.includes(read('TerminalNumber'))) return { code: -105 }
  if (!read('RefNum')) return { code: -111 }
  const sale = state.books.byReference('saman', read('RefNum'))
  return sale && sale.merchant === read('TerminalNumber') ? { sale } : { code: -2 }
}

function result(state: BankState, code: number, sale?: Sale): Reply {
  const { transactionDetail, affectiveAmount } = state.faults()
  const detail = sale && {
    RRN: `6${sale.trace}00000`,
    RefNum: sale.reference,
    MaskedPan: maskedPan,
    HashedPan: hashedPan,
    TerminalNumber: Number(sale.merchant),
    OrginalAmount: sale.paidAmount,
    AffectiveAmount: affectiveAmount ?? sale.paidAmount,
    StraceDate: new Date(state.now()).toISOString().slice(0, 19).replace('T', ' '),
    StraceNo: sale.trace,
  }
  const key = transactionDetail === 'leading blank' ? ' TransactionDetail' : 'TransactionDetail'
  return json(
    inNumbers(state, {
      ...(transactionDetail !== 'missing' && { [key]: detail ?? null }),
      ResultCode: code,
      ResultDescription: code === 0 ? 'عملیات با موفقیت انجام شد' : 'عملیات ناموفق بود',
      Success: code === 0 || (code === 2 && sale !== undefined),
    }),
  )
}

/** With the fault for it, sends every number as text; answers are two levels deep. */
function inNumbers(state: BankState, body: Record<string, unknown>): Record<string, unknown> {
  if (!state.faults().stringNumbers) return body
  const asText = (value: unknown): unknown => {
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]))
  }
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, asText(value)]))
}

function commonFields(sale: Sale): Record<string, string> {
  return {
    MID: sale.merchant,
    TerminalId: sale.merchant,
    ResNum: sale.orderNumber,
    Amount: String(sale.paidAmount),
    Token: sale.token,
  }
}

function sendBack(visit: Visit, sale: Sale, fields: Record<string, string>): Reply {
  if (sale.callbackBy === 'POST') return returnPage(sale, fields, visit.language)
  const address = new URL(sale.returnAddress)
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value)
  return seeOther(address.href)
}

/** 50 characters of base64 that always contain + and /, which form encoding can damage. */
function receiptNumber(): string {
  return `${randomBytes(33).toString('base64').slice(0, 44)}+/${randomBytes(3).toString('base64')}`
}
