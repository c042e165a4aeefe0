import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GatewayName } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { type BankState, giveBackUnverified } from './bank-state.ts'
import { isCustomerAction, runCustomerAction } from './customer-action.ts'
import { type BankCall, type FaultSettings, type Faults, FaultsSchema } from './faults.ts'
import { json, type Reply, readVisit, sendReply, UnreadableVisit, type Visit } from './http.ts'
import { notFoundPage, stayPage } from './page.ts'
import { openBooks, type Sale } from './sale.ts'
import {
  samanCallbackFields,
  samanEntrance,
  samanPage,
  samanReceipt,
  samanReturn,
  samanReverse,
  samanVerify,
} from './saman-bank.ts'
import { yekpayCallbackFields, yekpayPage, yekpayRequest, yekpayReturn, yekpayVerify } from './yekpay-bank.ts'

/** The merchants that the simulated bank knows; the demonstration is configured with them. */
export const simulatedMerchants: Record<GatewayName, string> = {
  saman: '21000001',
  yekpay: 'SIMULATEDMERCHANT000000000000000',
}

export type BankSimulator = {
  origin: string
  /** Sets the given switches and leaves the others as they are. */
  misbehave(faults: FaultSettings): void
  /** Switches all faults off. */
  behave(): void
  sales(): Sale[]
  close(): Promise<void>
}

/**
 * Starts a bank that speaks Saman's and Yekpay's protocols (their sections 13 and 9) on an origin of its own. No money
 * moves. `file` keeps its sales across restarts. Faults can also be read and set over HTTP at `/_dev/faults`
 * (GET, POST of JSON, DELETE).
 */
export async function startBankSimulator(options: {
  port: number
  host: string
  now: () => Date
  file?: string
  faults?: FaultSettings
}): Promise<BankSimulator> {
  let faults: Faults = FaultsSchema.parse(options.faults ?? {})
  const state: BankState = {
    books: openBooks(options.file),
    faults: () => faults,
    now: () => options.now().getTime() + faults.minutesAhead * MINUTE_MS,
    merchants: { saman: [simulatedMerchants.saman], yekpay: [simulatedMerchants.yekpay] },
  }
  const setFaults = (change: unknown) => {
    faults = FaultsSchema.parse({ ...faults, ...(change as object) })
  }

  const server = createServer(async (request, response) => {
    try {
      const visit = await readVisit(request)
      giveBackUnverified(state)
      sendReply(response, await answer(visit))
    } catch (error) {
      const status = error instanceof UnreadableVisit ? 400 : 500
      sendReply(response, { status, headers: { 'content-type': 'text/plain' }, body: 'The bank cannot read this' })
    }
  })

  async function answer(visit: Visit): Promise<Reply> {
    if (visit.path === '/_dev/faults') return answerFaults(visit)
    const route = routes.find(({ method, path }) => method === visit.method && path.test(visit.path))
    if (!route) return notFoundPage(visit.language)
    const call = route.call && (visit.json || visit.form.size > 0) && !visit.form.has('Token') ? route.call : undefined
    if (call && faults.unavailable.includes(call)) return { status: 503, headers: {}, body: 'unavailable' }
    const reply = await route.answer(state, visit, route.path.exec(visit.path)?.[1] ?? '')
    if (call && faults.hang.includes(call)) return 'never'
    if (call && faults.html.includes(call)) return notFoundWithStatus200(visit)
    return reply
  }

  function answerFaults(visit: Visit): Reply {
    if (visit.method === 'DELETE') faults = FaultsSchema.parse({})
    // Only JSON: another site's page cannot send it without a CORS preflight, which we refuse.
    else if (visit.method === 'POST' && visit.json) {
      const change = FaultsSchema.partial().safeParse(visit.json)
      if (!change.success) throw new UnreadableVisit('unknown switch')
      setFaults(visit.json)
    }
    return json(faults)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    misbehave: setFaults,
    behave: () => {
      faults = FaultsSchema.parse({})
    },
    sales: () => state.books.all(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Route = {
  method: 'GET' | 'POST'
  path: RegExp
  /** A call by a shop's server, to which faults apply. */
  call?: BankCall
  answer: (state: BankState, visit: Visit, lastPart: string) => Reply | Promise<Reply>
}

const samanApi = '/verifyTxnRandomSessionkey'

/** Like Saman's, addresses match in any letter case. */
const routes: Route[] = [
  { method: 'POST', path: /^\/onlinepg\/onlinepg$/i, call: 'token', answer: samanEntrance },
  {
    method: 'GET',
    path: /^\/onlinepg\/sendtoken$/i,
    answer: (state, visit) => samanPage(state, visit, visit.query.get('token') ?? '', 'POST'),
  },
  { method: 'POST', path: pathOf(`${samanApi}/ipg/VerifyTransaction`), call: 'verify', answer: samanVerify },
  { method: 'POST', path: pathOf(`${samanApi}/ipg/ReverseTransaction`), call: 'reverse', answer: samanReverse },
  { method: 'POST', path: pathOf(`${samanApi}/api/v2/ipg/payment/receipt`), call: 'receipt', answer: samanReceipt },
  { method: 'POST', path: /^\/api\/(?:payment|sandbox)\/request$/, call: 'token', answer: yekpayRequest },
  { method: 'POST', path: /^\/api\/(?:payment|sandbox)\/verify$/, call: 'verify', answer: yekpayVerify },
  { method: 'GET', path: /^\/api\/(?:payment\/start|sandbox\/payment)\/([^/]+)$/, answer: yekpayPage },
  { method: 'POST', path: /^\/bank\/saman\/([^/]+)$/, answer: (...at) => press('saman', ...at) },
  { method: 'POST', path: /^\/bank\/yekpay\/([^/]+)$/, answer: (...at) => press('yekpay', ...at) },
]

/** A customer presses a button of the bank page. */
async function press(bank: GatewayName, state: BankState, visit: Visit, token: string): Promise<Reply> {
  const sale = state.books.byToken(bank, token)
  const action = visit.form.get('action') ?? ''
  if (!sale || !isCustomerAction(action)) return notFoundPage(visit.language)
  runCustomerAction(sale, action, state.now())
  state.books.save()

  if (action === 'pay_never_return') return stayPage(sale, visit.language)
  if (action === 'pay_return_twice') await callShop(state, sale)
  const orderNumber = action === 'pay_foreign_order' ? foreignOrder(state, sale) : undefined
  const goBack = bank === 'saman' ? samanReturn : yekpayReturn
  return goBack(state, visit, sale, orderNumber)
}

/** The first of two callbacks: sent to the shop by the bank itself, as if the customer had clicked twice. */
async function callShop(state: BankState, sale: Sale) {
  const fields = sale.bank === 'saman' ? samanCallbackFields(state, sale) : yekpayCallbackFields(state, sale)
  const body = new URLSearchParams(fields)
  const options: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(5000) }
  // A shop that is down misses this one; the customer's own return follows anyway.
  await fetch(sale.returnAddress, { method: 'POST', body, ...options }).catch(() => undefined)
}

function foreignOrder(state: BankState, sale: Sale): string {
  const other = state.books.all().find((one) => one.bank === sale.bank && one.orderNumber !== sale.orderNumber)
  return other?.orderNumber ?? `${sale.orderNumber}9`
}

function notFoundWithStatus200(visit: Visit): Reply {
  const page = notFoundPage(visit.language)
  return page === 'never' ? page : { ...page, status: 200 }
}

function pathOf(path: string): RegExp {
  return new RegExp(`^${path}$`, 'i')
}
