import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Message, Messenger } from '#app/providers/messages/message.ts'
import type { NotSentReason } from '#app/providers/messages/not-sent.ts'
import { refusalOf } from '../../support/server/not-sent.ts'
import { listenHere } from '../../support/server/process/listen-here.ts'

/** Host and port of this machine. */
export type Address = { host: string; port: number }

/** The server of a provider of SMS or e-mail, simulated by the published protocol. */
export type MessageServer = {
  address: Address
  /** The texts that arrived for a receiver, in order. */
  textsTo: (receiver: string) => string[]
  /** How often it was called. */
  calls: () => number
  close: () => Promise<void>
}

export type MessengerCase = {
  server: () => Promise<MessageServer>
  /** The provider at that address; `misconfigured` with a key or password that the server refuses. */
  open: (
    address: Address,
    given: { timeoutMs: number; account?: 'misconfigured' | undefined },
  ) => Messenger & { close?: () => void }
  /** Receivers by the server's reaction to a message: `busy` and `broken` are temporary, `silent` never answers. */
  receivers: Record<'accepted' | 'refused' | 'busy' | 'silent', string> & { broken?: string; outOfReach?: string }
  /** What every message of the tests has besides its receiver and text. */
  message: Pick<Message, 'channel' | 'subject'>
  /** The reason of a busy server. */
  busyReason: NotSentReason
  /** Texts of this length or more may be cut. */
  longestText: number
  /** Whether the server sends a greeting first. */
  greets: boolean
  /** What a server of another kind says; after `isOpen` nobody knows whether the message was sent. */
  malformed: { name: string; bytes: string; isOpen: boolean }[]
  /** What a server says that cannot answer at the moment. */
  outage: string
  /** How long a busy machine may take to answer at all. */
  silentAfterMs?: number
}

/** Answers over HTTP that no provider gives after accepting a message. */
export const HTTP_MALFORMED: MessengerCase['malformed'] = [
  { name: 'a page that says success', bytes: http(200, '<h1>Sent</h1>'), isOpen: true },
  { name: 'nothing', bytes: http(200, ''), isOpen: true },
  { name: 'null', bytes: http(200, 'null'), isOpen: true },
  { name: 'a list', bytes: http(200, '[1]'), isOpen: true },
  { name: 'an object without a word that we know', bytes: http(200, '{"ok":true}'), isOpen: true },
  { name: 'half an object', bytes: http(200, '{"return":{"status":200'), isOpen: true },
  { name: 'a way to another address', bytes: http(302, '', 'location: http://127.0.0.1:1/'), isOpen: true },
  { name: 'what is no HTTP', bytes: 'hello\r\n\r\n', isOpen: true },
  { name: 'a page that says no', bytes: http(404, '<h1>Not found</h1>'), isOpen: false },
  { name: 'an empty page of a proxy that has failed', bytes: http(502, ''), isOpen: true },
]

/** What an HTTP server says that cannot answer at the moment. */
export const HTTP_OUTAGE = http(503, '<h1>Later</h1>')

function http(status: number, body: string, header = 'x-test: 1') {
  const head = [`HTTP/1.1 ${status} Test`, header, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** What every provider of SMS or e-mail must do; ours pass. */
export function describeMessenger(name: string, given: MessengerCase) {
  const { receivers, message, longestText, malformed } = given

  describe(`${name} as a message provider`, () => {
    let server: MessageServer
    const opened: { close?: () => unknown }[] = []

    beforeAll(async () => {
      server = await given.server()
    })
    afterEach(async () => {
      for (const one of opened.splice(0).toReversed()) await one.close?.()
    })
    afterAll(() => server.close())

    function open(changes: { address?: Address; timeoutMs?: number; account?: 'misconfigured' } = {}): Messenger {
      const { address = server.address, timeoutMs = 5_000, account } = changes
      const messenger = given.open(address, { timeoutMs, account })
      opened.push(messenger)
      return messenger
    }

    /**
     * A server that sends `bytes` to the first connection, and to all others where there is no next server for them.
     */
    async function openOdd(bytes: string, next?: Address): Promise<Address> {
      const odd = await openOddServer({ bytes, greets: given.greets, next })
      opened.push(odd)
      return odd.address
    }

    const to = (receiver: string, text = 'Your reservation SV-1 is confirmed'): Message => ({
      ...message,
      to: receiver,
      text,
      language: 'en',
    })
    const code = (receiver: string): Message => ({ ...to(receiver, 'Your code: 483920'), code: '483920' })
    const last = () => server.textsTo(receivers.accepted).at(-1)

    test('a message arrives once, and so does a code', async () => {
      const before = server.textsTo(receivers.accepted).length
      await open().send(to(receivers.accepted))
      expect(last()).toBe('Your reservation SV-1 is confirmed')
      await open().send(code(receivers.accepted))
      expect(last()).toContain('483920')
      expect(server.textsTo(receivers.accepted)).toHaveLength(before + 2)
    })

    test.each([
      ['signs that protocols use', `a & b = c % + "quotes" 'single' \\ <b> {curly} #hash ;`],
      ['lines', 'first\nsecond\n\nfourth'],
      ['both directions', 'رزرو SV-۱۲ در Kish ثبت شد.'],
      ['pictures', '🚗🏍️👍🏽'],
    ])('a text with %s arrives unchanged', async (_, text) => {
      await open().send(to(receivers.accepted, text))
      expect(last()).toBe(text)
    })

    test.each(['ش', '🚗'])('a very long text of %s arrives, or its beginning', async (sign) => {
      const text = sign.repeat(5_000)
      await open().send(to(receivers.accepted, text))
      const arrived = last() ?? ''
      expect(arrived.length).toBeGreaterThan(Math.min(longestText, text.length) - 2)
      expect([text.startsWith(arrived), arrived.isWellFormed()]).toEqual([true, true])
    })

    test('a receiver that does not exist is refused for good', async () => {
      const refusal = await refusalOf(open().send(to(receivers.refused)))
      expect(refusal).toMatchObject({ reason: 'invalid_recipient', mayPass: false, isCertain: true })
    })

    test.runIf(receivers.outOfReach)(
      'a receiver that the provider does not serve is refused without a request',
      async () => {
        const before = server.calls()
        const refusal = await refusalOf(open().send(to(receivers.outOfReach ?? '')))
        expect(refusal).toMatchObject({ reason: 'invalid_recipient' })
        expect(server.calls()).toBe(before)
      },
    )

    test('a busy provider has not sent, and can be tried again', async () => {
      const refusal = await refusalOf(open().send(to(receivers.busy)))
      expect(refusal).toMatchObject({ reason: given.busyReason, mayPass: true, isCertain: true })
    })

    test.runIf(receivers.broken)('a broken provider has not sent, and can be tried again', async () => {
      const refusal = await refusalOf(open().send(to(receivers.broken ?? '')))
      expect(refusal).toMatchObject({ reason: 'provider_down', mayPass: true, isCertain: true })
    })

    test('the same message is sent after an outage', async () => {
      const messenger = open({ address: await openOdd(given.outage, server.address) })
      const before = server.textsTo(receivers.accepted).length
      const refusal = await refusalOf(messenger.send(to(receivers.accepted)))
      expect(refusal).toMatchObject({ reason: 'provider_down', mayPass: true, isCertain: true })
      await messenger.send(to(receivers.accepted))
      expect(server.textsTo(receivers.accepted)).toHaveLength(before + 1)
    })

    test('a timeout leaves open whether it was sent', async () => {
      const refusal = await refusalOf(open({ timeoutMs: given.silentAfterMs ?? 100 }).send(to(receivers.silent)))
      expect(refusal).toMatchObject({ reason: 'provider_down', mayPass: true, isCertain: false })
    })

    test('a server that cannot be reached has not sent', async () => {
      const { address, close } = await openOddServer({ bytes: '', greets: false })
      await close()
      const refusal = await refusalOf(open({ address }).send(to(receivers.accepted)))
      expect(refusal).toMatchObject({ reason: 'provider_down', mayPass: true, isCertain: true })
    })

    test.each(malformed)('a server that says $name has not accepted the message', async ({ bytes, isOpen }) => {
      const refusal = await refusalOf(open({ address: await openOdd(bytes) }).send(to(receivers.accepted)))
      if (isOpen) expect(refusal).toMatchObject({ isCertain: false })
    })

    test('a wrong account is a configuration error for a person to fix', async () => {
      const refusal = await refusalOf(open({ account: 'misconfigured' }).send(to(receivers.accepted)))
      expect(refusal).toMatchObject({ reason: 'auth', mayPass: false, isCertain: true })
    })

    test('a refusal names neither receiver, text, code nor account', async () => {
      const refusals = [
        await refusalOf(open({ account: 'misconfigured' }).send(code(receivers.accepted))),
        await refusalOf(open({ address: await openOdd(given.outage) }).send(code(receivers.accepted))),
      ]
      for (const receiver of [receivers.refused, receivers.busy])
        refusals.push(await refusalOf(open().send(code(receiver))))
      const written = refusals.map(({ message, stack, cause }) => `${message} ${stack} ${String(cause)}`).join('\n')
      const digits = Object.values(receivers).map((receiver) => receiver.replace(/^\+98|@.*$/g, ''))
      for (const secret of ['483920', 'wrong-account', ...digits]) expect(written).not.toContain(secret)
    })
  })
}

/** Sends `bytes` to the first connection; passes all others to `next`, where there is one. */
async function openOddServer({ bytes, greets, next }: { bytes: string; greets: boolean; next?: Address | undefined }) {
  const sockets = new Set<Socket>()
  let isFirst = true
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const isOdd = isFirst || !next
    isFirst = false
    if (!isOdd) {
      const onward = connect(next)
      sockets.add(onward)
      onward.on('error', () => socket.destroy())
      socket.pipe(onward).pipe(socket)
    } else if (greets) socket.end(bytes)
    else socket.once('data', () => socket.end(bytes))
  })
  const port = await listenHere(server)
  return {
    address: { host: '127.0.0.1', port },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
