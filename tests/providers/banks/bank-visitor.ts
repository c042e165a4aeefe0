import type { Expected, Gateway, Started, StartInput } from '#app/providers/gateways/gateway.ts'
import { createSaman, type SamanConfig } from '#app/providers/gateways/saman.ts'
import { type BankSimulator, simulatedMerchants } from '#app/providers/gateways/simulator/bank.ts'
import type { CustomerAction } from '#app/providers/gateways/simulator/customer-action.ts'
import { createYekpay, type YekpayConfig, yekpayAt } from '#app/providers/gateways/yekpay.ts'

/** A clock that tests set. */
export function createClock() {
  let time = Date.parse('2026-11-21T08:00:00Z')
  return {
    now: () => new Date(time),
    passMinutes: (minutes: number) => {
      time += minutes * 60_000
    },
  }
}

type Clock = ReturnType<typeof createClock>

/** Longer than a busy machine takes to answer; a test of a silent bank sets its own. */
const PATIENT_MS = 5_000

export function samanAt(bank: BankSimulator, clock: Clock, config: Partial<SamanConfig> = {}): Gateway {
  return createSaman(
    { baseUrl: bank.origin, terminalId: simulatedMerchants.saman, ...config },
    { fetch, now: clock.now, timeoutMs: PATIENT_MS },
  )
}

export function yekpayOf(
  bank: BankSimulator,
  clock: Clock,
  config: Partial<YekpayConfig> = {},
  timeoutMs = PATIENT_MS,
): Gateway {
  return createYekpay(
    { addresses: yekpayAt(bank.origin), merchantId: simulatedMerchants.yekpay, ...config },
    { fetch, now: clock.now, timeoutMs },
  )
}

let lastOrder = 1000

export function orderOf(gateway: Gateway, amount: number): StartInput {
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

/** Starts a payment, which must succeed, and returns what the shop would store of it. */
export async function begin(
  gateway: Gateway,
  amount = 1_250_000,
): Promise<{ expected: Expected; started: Extract<Started, { outcome: 'started' }> }> {
  const order = orderOf(gateway, amount)
  const started = await gateway.start(order)
  if (started.outcome !== 'started') throw new Error(`not started: ${JSON.stringify(started)}`)
  return { started, expected: { token: started.token, orderNumber: order.orderNumber, amount } }
}

/** Opens the bank's page as a browser would, presses a button there, and returns what the bank sends to the shop. */
export async function pressAtBank(
  bank: BankSimulator,
  started: Pick<Extract<Started, { outcome: 'started' }>, 'redirect'>,
  action: CustomerAction,
): Promise<URLSearchParams> {
  const { redirect } = started
  const opened = await fetch(redirect.url, {
    method: redirect.method,
    redirect: 'manual',
    ...(redirect.method === 'POST' && { body: new URLSearchParams(redirect.fields) }),
  })
  const path = /<form method="post" action="(\/bank\/[^"]+)">/.exec(await opened.text())?.[1]
  if (!path) throw new Error('the bank page has no button')
  const body = new URLSearchParams({ action })
  return readReturn(await fetch(new URL(path, bank.origin), { method: 'POST', body, redirect: 'manual' }))
}

/** The parameters that reach the shop: of a 303, or of the form on the bank's last page. */
export async function readReturn(response: Response): Promise<URLSearchParams> {
  const location = response.headers.get('location')
  if (location) return new URL(location).searchParams
  const fields = [...(await response.text()).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return new URLSearchParams(fields.map(([, name, value]) => [unescapeHtml(name!), unescapeHtml(value!)]))
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}
