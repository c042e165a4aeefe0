import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signedIn } from '../../support/api/identities.ts'
import { droppingProxy } from '../../support/live/dropping-proxy.ts'
import { type LiveApi, liveApi } from '../../support/live/live-api.ts'
import { type Client, connect } from '../../support/live/live-client.ts'
import { testDatabase } from '../../support/server/database/database.ts'

/** 10,000 in the full run (`npm run test:all`). */
const MESSAGES = process.env.FULL_MATRIX ? 10_000 : 1000
/** Connections drop after a number of messages, so that a slow machine sends as many between two drops. */
const DROP_EVERY = 40
const RESTART_EVERY = Math.floor(MESSAGES / 5)
const WITHIN_MS = 60_000 + MESSAGES * 150

const { db, url } = await testDatabase()

test(`${MESSAGES} messages of two people arrive once and in order, despite dropped connections, restarts and two tabs`, {
  timeout: WITHIN_MS,
}, async () => {
  const now = new Date().toISOString()
  // Two processes behind fixed addresses; each is replaced now and then.
  const processes: LiveApi[] = [await liveApi({ db, url, now }), await liveApi({ db, url, now })]
  const proxies = await Promise.all(
    processes.map((_, at) => droppingProxy(() => Number(new URL(processes[at]!.origin).port))),
  )
  const [api] = [processes[0]!.api]
  const customer = await signedIn(api, { phone: '+989121234567' })
  const operator = await signedIn(api, { phone: '+989120000300', role: 'ADMIN' })
  const room = (await customer.calls.chat.createSale({})).room.id

  const tabs = [
    tab(proxies[0]!.origin, customer, room),
    tab(proxies[1]!.origin, customer, room),
    tab(proxies[1]!.origin, operator, room),
  ]
  let sent = 0
  const noteSent = async () => {
    sent += 1
    if (sent % DROP_EVERY === 0) proxies[(sent / DROP_EVERY) % 2]?.drop()
    if (sent % RESTART_EVERY !== 0) return
    const at = (sent / RESTART_EVERY) % 2
    const old = processes[at]!
    processes[at] = await liveApi({ db, url, now })
    proxies[at]!.drop()
    await old.close()
  }
  await Promise.all([
    sendAll(tabs[0]!.client, room, 'c', MESSAGES / 2, noteSent),
    sendAll(tabs[2]!.client, room, 'o', MESSAGES / 2, noteSent),
  ])
  await expect
    .poll(() => tabs.map(({ got }) => got.length), { timeout: 20_000 })
    .toEqual([MESSAGES, MESSAGES, MESSAGES])

  const truth = await wholeHistory()
  expect(truth.map(({ seq }) => seq)).toEqual(Array.from({ length: MESSAGES }, (_, n) => n + 1))
  for (const name of ['c', 'o']) {
    const own = truth.filter(({ message }) => message.startsWith(name)).map(({ message }) => message)
    expect(own).toEqual(Array.from({ length: MESSAGES / 2 }, (_, n) => `${name} ${n}`))
  }
  for (const { got, outOfOrder } of tabs) {
    expect(outOfOrder).toEqual([])
    expect(got).toEqual(truth.map(({ seq, message }) => `${seq} ${message}`))
  }
  expect(tabs.map(({ connections }) => connections() > 1)).toEqual([true, true, true])
  for (const { client } of tabs) client.disconnect()
  await Promise.all([...proxies, ...processes].map((one) => one.close()))

  /** Reads backwards page by page, as the page without scripts does. */
  async function wholeHistory() {
    const pages = []
    let before: number | undefined
    do {
      const page = await customer.calls.chat.messages({ id: room, before, size: 100 })
      pages.unshift(...page.messages)
      before = page.has_older ? page.messages[0]?.seq : undefined
    } while (before)
    return pages
  }
})

/**
 * An open page: with every connection it sends the last message that it knows, and collects all messages in order of
 * arrival.
 */
function tab(origin: string, who: Awaited<ReturnType<typeof signedIn>>, room: string) {
  let last = 0
  let count = 0
  const got: string[] = []
  const outOfOrder: number[] = []
  const client = connect({
    origin,
    reconnection: true,
    token: async () => (await who.calls.chat.socketTicket()).ticket,
    rooms: () => ({ [room]: last }),
  })
  client.on('connect', () => {
    count += 1
  })
  client.on('new_message', (news) => {
    for (const { seq, message } of Array.isArray(news) ? news : [news]) {
      // A batch that was on its way when the connection ended is not repeated: the next connection says what is known.
      if (seq !== last + 1) outOfOrder.push(seq)
      last = seq
      got.push(`${seq} ${message}`)
    }
  })
  // A stopping process closes the connection; a page reconnects by itself.
  client.on('disconnect', (reason) => reason === 'io server disconnect' && setTimeout(() => client.connect(), 50))
  client.on('connect_error', () => client.active || setTimeout(() => client.connect(), 100))
  return { client, got, outOfOrder, connections: () => count }
}

/** Sends messages one after the other, repeating each with the same id until it is acknowledged. */
async function sendAll(client: Client, room: string, name: string, count: number, noteSent: () => Promise<void>) {
  for (let n = 0; n < count; n++) {
    const message = { room, message: `${name} ${n}`, client_id: `${name}-${n}` }
    for (;;) {
      const answer = await client
        .timeout(500)
        .emitWithAck('new_message', message)
        .catch(() => undefined)
      if (answer?.ok) break
      await sleep(answer?.retry_after ? 200 : 20)
    }
    await noteSent()
  }
}
