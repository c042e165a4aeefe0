import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenHere } from '../../../support/server/process/listen-here.ts'
import type { BankAction, GatewayBank } from '../gateway-suite.ts'

export const TOY_MERCHANT = 'toy-merchant'

type Sale = { order: string; amount: number; taken: number; state: 'waiting' | 'taken' | 'verified' | 'ended' }

/** The simulated bank of the toy gateway: it can do everything that the suite asks of a bank. */
export async function openToyBank(): Promise<GatewayBank> {
  const sales = new Map<string, Sale>()
  const broken = new Map<string, 'unavailable' | 'silent' | 'html'>()
  let lie: 'another amount' | 'no amount' | undefined

  const server = createServer(async (request, response) => {
    const call = (request.url ?? '').slice(1)
    const how = broken.get(call)
    if (how === 'unavailable') return void response.writeHead(503).end()
    const answer = answerTo(call, (await json(request)) as Record<string, string | number>)
    if (how === 'silent') return
    response.end(how === 'html' ? '<h1>Welcome</h1>' : JSON.stringify(answer))
  })

  function answerTo(call: string, question: Record<string, string | number>) {
    if (question.merchant !== TOY_MERCHANT) return { error: '401' }
    if (call === 'start') {
      const id = String(sales.size + 1)
      const amount = Number(question.amount)
      sales.set(id, { order: String(question.order), amount, taken: amount, state: 'waiting' })
      return { id }
    }
    const sale = sales.get(String(question.id))
    if (!sale || sale.state === 'waiting' || sale.state === 'ended') return { state: 'unpaid' }
    sale.state = 'verified'
    const amount = lie === 'no amount' ? {} : { amount: lie ? sale.taken - 1 : sale.taken }
    return { state: 'paid', receipt: `receipt-${question.id}`, order: sale.order, ...amount }
  }

  function visit(id: string, action: BankAction): URLSearchParams {
    const sale = sales.get(id)
    if (!sale) throw new Error('no such sale')
    const isEnded = action === 'cancel' || action === 'fail'
    sale.state = isEnded ? 'ended' : 'taken'
    if (action === 'pay another amount') sale.taken = Math.floor(sale.amount / 2)
    const order = action === 'pay and return with another order' ? `${sale.order}9` : sale.order
    return new URLSearchParams({ id, order, said: isEnded ? (action === 'cancel' ? 'cancelled' : 'failed') : 'paid' })
  }

  const port = await listenHere(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    visit: async ({ url }, action) => visit(url.slice(url.lastIndexOf('/') + 1), action),
    forge: ({ token, orderNumber }) => new URLSearchParams({ id: token, order: orderNumber, said: 'paid' }),
    sale(token) {
      const sale = sales.get(token)
      const money = sale?.state === 'taken' ? 'bank' : sale?.state === 'verified' ? 'us' : 'customer'
      return { amount: sale?.amount ?? Number.NaN, money }
    },
    break: (call, how) => void broken.set(call, how),
    lie(about) {
      lie = about
    },
    heal() {
      broken.clear()
      lie = undefined
    },
    passMinutes() {},
    now: () => new Date('2026-11-21T08:00:00Z'),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
