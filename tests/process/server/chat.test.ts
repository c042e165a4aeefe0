import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '#app/contract/chat/chat-socket.ts'
import { freePort } from '../../support/server/process/free-port.ts'
import { demonstrationDataDir, type SiteProcess, startSiteProcess } from '../../support/server/process/site-process.ts'
import { signedIn } from '../../support/server/signed-in.ts'

type Client = Socket<ServerToClient, ClientToServer>

const EACH = process.env.FULL_MATRIX ? 1000 : 100

test('messages of two people during restarts appear once each and in order on the page without scripts', async () => {
  test.setTimeout(120_000 + EACH * 100)
  const dataDir = await demonstrationDataDir()
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), CHAT_MESSAGES_PER_MINUTE: '100000' }
  let site = await startSiteProcess(settings)
  try {
    const customer = await signedIn({ ...site, dataDir }, '9120000011')
    const operator = await signedIn({ ...site, dataDir }, '9120000013')
    const { room } = await call(site, customer.token, '/ticketing/create-sale-chat/')
    const seen: string[] = []
    const client = connect(site.origin, customer.token, room.id, (text) => seen.push(text))
    const answering = connect(site.origin, operator.token, room.id, () => {})
    const stopping = new Promise((resolve) => client.once('stopping', () => resolve(true)))
    const { promise: lastStop, resolve: beginLastStop } = Promise.withResolvers<void>()
    const sending = Promise.all([
      sendAll(client, room.id, 'c', lastStop),
      // An operator writes first, so that the bot stays silent.
      sendAll(answering, room.id, 'o', lastStop),
    ])
    for (const [restart, part] of [0.3, 0.6].entries()) {
      await expect.poll(() => seen.length, { intervals: [10], timeout: 20_000 }).toBeGreaterThan(part * EACH)
      const stopped = site.stop()
      if (restart === 1) beginLastStop()
      await stopped
      if (restart === 0) expect(await stopping).toBe(true)
      site = await startSiteProcess(settings)
    }
    await sending
    await expect.poll(() => numbered(seen).length, { timeout: 20_000 }).toBe(2 * EACH)

    const shown = numbered(await onPage(site, customer.cookie))
    expect(new Set(shown).size).toBe(2 * EACH)
    expect(shown).toEqual(numbered(seen))
    for (const name of ['c', 'o']) {
      const own = shown.filter((text) => text.startsWith(name))
      expect(own).toEqual(Array.from({ length: EACH }, (_, n) => `${name} ${n}`))
    }
    client.disconnect()
    answering.disconnect()
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('too many messages without scripts are answered with 429 and the time to wait, beside what was typed', async () => {
  // The demonstration's folder may have to be created first.
  test.setTimeout(180_000)
  const dataDir = await demonstrationDataDir()
  const site = await startSiteProcess({ DATA_DIR: dataDir, CHAT_MESSAGES_PER_MINUTE: '3' })
  try {
    const { cookie } = await signedIn({ ...site, dataDir }, '9120000011')
    const send = (message: string) => {
      const body = new FormData()
      body.append('message', message)
      body.append('client_id', crypto.randomUUID())
      const headers = { cookie, origin: site.origin }
      return fetch(`${site.origin}/en/profile/chat`, { method: 'POST', body, headers, redirect: 'manual' })
    }
    let refused = await send('one too many')
    let taken = 0
    for (; refused.status === 303 && taken < 6; taken++) refused = await send('one too many')
    // A minute that ends between two messages begins a new count.
    expect(taken).toBeGreaterThanOrEqual(3)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused.text()
    expect(page).toContain('one too many</textarea>')
    expect(page).toMatch(/role="alert"|error-summary|id="chat-errors"/)
  } finally {
    await site.stop()
  }
})

test('a page’s policy allows its own socket origin, and a page of another origin gets no socket', async () => {
  const site = await startSiteProcess()
  try {
    const page = await fetch(`${site.origin}/`)
    expect(page.headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${site.origin.replace('http', 'ws')};`,
    )
    const foreign = io(site.origin, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { origin: 'https://evil.example' },
    })
    const refused = await new Promise<Error>((resolve) => foreign.once('connect_error', resolve))
    expect(refused.message).toBe('websocket error')
  } finally {
    await site.stop()
  }
})

function connect(origin: string, token: string, room: string, hear: (text: string) => void): Client {
  let last = 0
  const client: Client = io(origin, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 300,
    auth: (give) => give({ token, rooms: { [room]: last } }),
  })
  client.on('new_message', (news) => {
    for (const { seq, message } of Array.isArray(news) ? news : [news]) {
      expect(seq).toBe(last + 1)
      last = seq
      hear(message)
    }
  })
  client.on('disconnect', (reason) => reason === 'io server disconnect' && setTimeout(() => client.connect(), 100))
  client.on('connect_error', () => client.active || setTimeout(() => client.connect(), 200))
  return client
}

/**
 * Sends messages one after the other; the last tenth waits for the last stop, so that the restarts fall into the
 * middle.
 */
async function sendAll(client: Client, room: string, name: string, lastStop: Promise<void>) {
  for (let n = 0; n < EACH; n++) {
    if (n === EACH * 0.9) await lastStop
    const said = { room, message: `${name} ${n}`, client_id: `${name}-${n}` }
    for (;;) {
      const answer = await client
        .timeout(1000)
        .emitWithAck('new_message', said)
        .catch(() => undefined)
      if (answer?.ok) break
      await sleep(50)
    }
  }
}

/** The page as a text browser gets it, with all older messages loaded by its link. */
async function onPage(site: SiteProcess, cookie: string): Promise<string[]> {
  const texts: string[] = []
  for (let path: string | undefined = '/en/profile/chat'; path; ) {
    const answer: Response = await fetch(site.origin + path, { headers: { cookie } })
    expect(answer.status).toBe(200)
    const html: string = await answer.text()
    texts.unshift(...[...html.matchAll(/<p dir="auto">([^<]*)<\/p>/g)].map(([, text = '']) => text))
    path = /href="([^"]*[?&](?:amp;)?before=\d+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  return texts
}

const numbered = (texts: string[]) => texts.filter((text) => /^[co] \d+$/.test(text))

async function call(site: SiteProcess, token: string, path: string) {
  const answer = await fetch(`${site.origin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return (await answer.json()) as { room: { id: string } }
}
