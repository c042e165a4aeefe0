import { ORPCError } from '@orpc/client'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { action as returnFromBank } from '#app/routes/payment/bank-return.ts'
import { action as pay } from '#app/routes/payment/payment.tsx'
import { type ApiClient, apiDoorContext } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'

const RESERVATION = 'r'.repeat(22)
const PAYMENT = 'p'.repeat(22)
const ORIGIN = 'https://example.org'

/** A call of the API as these pages make it. */
type Call = (input: Record<string, unknown>) => Promise<unknown>

/** The context of an action whose API has only the calls of payments. */
function contextWith(payments: { gatewayPay?: Call; clientVerify?: Call }, environment = {}) {
  const context = new RouterContextProvider()
  const config = readConfig({ MODE: 'test', ...environment })
  const site = { config, language: 'en', origin: ORIGIN, requestId: 'test', clientAddress: '192.0.2.1' } as const
  context.set(siteContext, { ...site, cookies: new Map(), bankOrigins: [], log: () => {} })
  context.set(apiDoorContext, () => ({ payments }) as unknown as ApiClient)
  return context
}

function sent(path: string, fields: Record<string, string>) {
  const url = new URL(path, ORIGIN)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { request, url, params: {}, pattern: '' }
}

function payWith(gatewayPay: Call, environment = {}) {
  const fields = { gateway: 'yekpay', transaction_id: RESERVATION, idempotency_key: 'once' }
  const context = contextWith({ gatewayPay }, environment)
  return pay({ ...sent(`/en/payment?id=${RESERVATION}`, fields), context } as never)
}

describe('paying', () => {
  const started = { payment_id: PAYMENT, status: 'REDIRECTED', expires_at: null } as const

  test('redirects to the bank’s page', async () => {
    const url = 'https://bank.example/start/1'
    const answer = await payWith(async () => ({ ...started, url, fields: null }))
    expect(answer).toMatchObject({ status: 303 })
    expect((answer as Response).headers.get('location')).toBe(url)
  })

  test('shows the form that the bank expects', async () => {
    const bank = { url: 'https://bank.example/start', fields: { Token: 't' } }
    expect(await payWith(async () => ({ ...started, ...bank }))).toMatchObject({ data: { bank } })
  })

  test('redirects to the voucher when a wallet paid everything', async () => {
    const answer = await payWith(async () => ({ ...started, status: 'PAID', url: null, fields: null }))
    expect((answer as Response).headers.get('location')).toBe(`/voucher/${RESERVATION}`)
  })

  test('says that nothing was charged when the bank does not answer', async () => {
    const answer = await payWith(async () => {
      throw new ORPCError('GATEWAY_UNAVAILABLE', { status: 503 })
    })
    expect(answer).toMatchObject({
      init: { status: 503 },
      data: { form: { error: { '': [{ key: 'gateway_unavailable' }] } } },
    })
  })

  test('returns to the page, which says why, when payment is no longer possible', async () => {
    const answer = await payWith(async () => {
      throw new ORPCError('NOT_PAYABLE', { status: 409 })
    })
    expect((answer as Response).headers.get('location')).toBe(`/payment?id=${RESERVATION}`)
  })

  test('sends the gateway’s return page in the page’s language, as a whole address for a remote API', async () => {
    const requested: unknown[] = []
    const gatewayPay: Call = async ({ call_back_url }) => {
      requested.push(call_back_url)
      return { ...started, url: 'https://bank.example/', fields: null }
    }
    await payWith(gatewayPay)
    await payWith(gatewayPay, { API_BASE_URL: 'https://api.example.org' })
    expect(requested).toEqual(['/en/external_yek', `${ORIGIN}/en/external_yek`])
  })
})

describe('returning from the bank', () => {
  const settled = { payment_id: PAYMENT, reservation_id: RESERVATION, amount: 1, currency: 'IRT' } as const

  async function cameBack(path: string, fields: Record<string, string>, clientVerify: Call) {
    const answer = await returnFromBank({ ...sent(path, fields), context: contextWith({ clientVerify }) } as never)
    return { status: answer.status, to: answer.headers.get('location') }
  }

  test.each([
    ['PAID', `/voucher/${RESERVATION}`],
    ['VERIFYING', `/voucher/${RESERVATION}`],
    ['REVIEW', `/voucher/${RESERVATION}`],
    ['REVERSED', `/voucher/${RESERVATION}`],
    ['CANCELLED', `/payment?id=${RESERVATION}`],
    ['FAILED', `/payment?id=${RESERVATION}`],
    ['EXPIRED', `/payment?id=${RESERVATION}`],
    ['REDIRECTED', `/payment?id=${RESERVATION}`],
  ] as const)('with a payment that is %s redirects to %s', async (status, to) => {
    const path = `/external-pay?payment=${PAYMENT}`
    const verify = async () => ({ ...settled, status, reason: null, settled_as: null })
    expect(await cameBack(path, { State: 'OK' }, verify)).toEqual({ status: 303, to })
  })

  test('from topping up a wallet redirects to the wallet, which shows the result', async () => {
    const verify = async () => ({ ...settled, reservation_id: null, status: 'PAID' })
    const to = `/profile/wallet?top_up=${PAYMENT}`
    expect(await cameBack(`/pay_redirect?payment=${PAYMENT}`, {}, verify)).toEqual({ status: 303, to })
  })

  test('passes on what the bank sent by query and form, within limits', async () => {
    const heard: unknown[] = []
    const fields = { State: 'OK', long: 'x'.repeat(5000), ['n'.repeat(200)]: 'x' }
    await cameBack(`/external-pay?payment=${PAYMENT}&Token=t`, fields, async ({ answer }) => {
      heard.push(answer)
      return { ...settled, status: 'PAID', reason: null, settled_as: null }
    })
    expect(heard).toEqual([{ Token: 't', State: 'OK' }])
  })

  test('with an unknown or missing payment redirects to the list of payments', async () => {
    const unknown = { status: 303, to: '/payment' }
    const verify: Call = async () => {
      throw { init: { status: 404 } }
    }
    expect(await cameBack('/pay_redirect', {}, verify)).toEqual(unknown)
    expect(await cameBack(`/pay_redirect?payment=${PAYMENT}`, {}, verify)).toEqual(unknown)
  })
})
