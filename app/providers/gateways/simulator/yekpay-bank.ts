import { randomInt } from 'node:crypto'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import type { BankState } from './bank-state.ts'
import { json, questionOf, type Reply, seeOther, type Visit } from './http.ts'
import { notFoundPage, paymentPage, returnPage } from './page.ts'
import type { Sale } from './sale.ts'

const required = [
  'amount',
  'fromCurrencyCode',
  'toCurrencyCode',
  'orderNumber',
  'callback',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'address',
  'postalCode',
  'country',
  'city',
]
const currencies = ['978', '364', '756', '784', '156', '826', '392', '643', '949']

/** The payment request of protocol §2, with the codes of its newer list. */
export function yekpayRequest(state: BankState, visit: Visit): Reply {
  const read = questionOf(visit)
  const refuse = (code: number, description: string) => answer(state, { Code: code, Description: description })
  if (!read('merchantId') || required.some((name) => !read(name))) return refuse(-1, 'The parameters are incomplete')
  if (!state.merchants.yekpay.includes(read('merchantId'))) return refuse(-2, 'Merchant code is incorrect')
  if (state.faults().refuseCaller) return refuse(-10, 'IP address is restricted')
  if (state.books.byOrder('yekpay', read('orderNumber'))) return refuse(-7, 'OrderNumber is not valid')
  const codes = [read('fromCurrencyCode'), read('toCurrencyCode')]
  if (!codes.every((code) => currencies.includes(code))) return refuse(-8, 'Currency code is not valid')
  const cents = /^\d{1,13}(\.\d{1,2})?$/.test(read('amount')) ? Math.round(Number(read('amount')) * 100) : 0
  if (cents === 0) return refuse(-9, 'Amount is not valid')
  if (!URL.canParse(read('callback'))) return refuse(-1, 'The parameters are incomplete')

  const sale: Sale = {
    bank: 'yekpay',
    token: String(randomInt(100_000, 999_999)) + String(randomInt(100_000, 999_999)),
    merchant: read('merchantId'),
    orderNumber: read('orderNumber'),
    amount: cents,
    paidAmount: cents,
    returnAddress: read('callback'),
    callbackBy: 'GET',
    expiresAt: state.now() + 60 * MINUTE_MS,
    state: 'waiting',
    reference: String(randomInt(10_000_000, 99_999_999)) + String(randomInt(100_000, 999_999)),
    trace: '',
  }
  state.books.add(sale)
  return answer(state, { Code: 100, Description: 'Success', Authority: sale.token })
}

/** The payment page; a customer whose authority has ended is redirected back to the shop. */
export function yekpayPage(state: BankState, visit: Visit, authority: string): Reply {
  const sale = state.books.byToken('yekpay', authority)
  if (!sale) return notFoundPage(visit.language)
  return sale.state === 'waiting' ? paymentPage(sale, visit.language) : yekpayReturn(state, visit, sale)
}

/** Sends the customer back with a callback in one of the two known shapes (protocol §4). */
export function yekpayReturn(state: BankState, visit: Visit, sale: Sale, orderNumber?: string): Reply {
  const fields = yekpayCallbackFields(state, sale, orderNumber)
  if (state.faults().yekpayCallback === 'POST') return returnPage(sale, fields, visit.language)
  const address = new URL(sale.returnAddress)
  for (const [name, value] of Object.entries(fields)) address.searchParams.append(name, value)
  return seeOther(address.href)
}

/** What the bank sends to the shop about a finished sale. */
export function yekpayCallbackFields(state: BankState, sale: Sale, orderNumber?: string): Record<string, string> {
  const paid = ['paid', 'verified'].includes(sale.state)
  const description = paid ? 'Success' : sale.state === 'cancelled' ? 'Cancelled by user' : 'Payment failed'
  const foreign: Record<string, string> = orderNumber ? { orderNumber } : {}
  return state.faults().yekpayCallback === 'POST'
    ? { Authority: sale.token, Status: paid ? 'success' : 'NOK', Description: description, ...foreign }
    : { authority: sale.token, success: paid ? '1' : '0', description, ...foreign }
}

/** Verify of protocol §5: answers 100 once, then −9. */
export function yekpayVerify(state: BankState, visit: Visit): Reply {
  const read = questionOf(visit)
  const refuse = (code: number, description: string) => answer(state, { Code: code, Description: description })
  if (!state.merchants.yekpay.includes(read('merchantId'))) return refuse(-2, 'Merchant code is incorrect')
  const sale = state.books.byToken('yekpay', read('authority'))
  if (!sale || sale.merchant !== read('merchantId')) return refuse(-8, 'Authority is not valid')
  if (sale.state === 'verified') return refuse(-9, 'Payment is already verified')
  if (sale.state !== 'paid') return refuse(-10, 'Payment failed or is incomplete')
  sale.state = 'verified'
  state.books.save()
  return answer(state, {
    Code: 100,
    Description: 'Success',
    Reference: sale.reference,
    Gateway: 'YekPay',
    OrderNo: sale.orderNumber,
    ...amountField(state, sale.paidAmount),
  })
}

function amountField(state: BankState, cents: number): { Amount?: string | number } {
  const kind = state.faults().yekpayAmount
  if (kind === 'missing') return {}
  if (kind === 'cents') return { Amount: cents }
  return { Amount: kind === 'number' ? cents / 100 : (cents / 100).toFixed(2) }
}

function answer(state: BankState, body: { Description: string } & Record<string, unknown>): Reply {
  const { descriptionAsArray, lowerCaseKeys } = state.faults()
  const answer = descriptionAsArray ? { ...body, Description: [body.Description] } : body
  if (!lowerCaseKeys) return json(answer)
  return json(Object.fromEntries(Object.entries(answer).map(([key, value]) => [key.toLowerCase(), value])))
}
