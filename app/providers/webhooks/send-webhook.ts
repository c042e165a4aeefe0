import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  isPrivateAddress,
  namesForbidden,
  PrivateAddress,
  publicLookup,
} from '#app/providers/network/public-address.ts'
import { inSpan } from '#app/tracing/spans.ts'

/** Why there was no answer: keys of `problem` in `locales/<language>/webhooks.json`. */
export type SendProblem = 'address' | 'private' | 'unreachable' | 'certificate' | 'too_slow'

/** What a receiver answered, whatever its status: the start of its body, and headers. */
export type WebhookAnswer = { status: number; headers: Record<string, string>; body: string }

/** Posts a body to an address. */
export type SendWebhook = (request: {
  url: string
  headers: Record<string, string>
  body: string
}) => Promise<WebhookAnswer | { problem: SendProblem }>

const WITHIN_MS = 15_000
/** What is read of an answer. */
const MOST_BYTES = 16_384
const MOST_HEADER_BYTES = 8_192

/**
 * Sends to addresses that strangers chose: by TLS with a valid certificate, never to this machine or its network, following no redirect.
 * The whole answer has 15 s, and 16 kB of its body are read. Source: issue 20, B.
 * @param isForbidden which network addresses are refused; tests allow their own machine
 * @param isPlainAllowed whether HTTP is allowed, as in tests
 */
export function createWebhookSend({
  isForbidden = isPrivateAddress,
  isPlainAllowed = false,
  withinMs = WITHIN_MS,
}: {
  isForbidden?: (address: string) => boolean
  isPlainAllowed?: boolean
  withinMs?: number
} = {}): SendWebhook {
  const lookup = publicLookup(isForbidden)
  const protocols = isPlainAllowed ? ['https:', 'http:'] : ['https:']
  return (request) => inSpan('send a webhook', { kind: 'outgoing' }, () => send(request))

  async function send({ url: address, headers, body }: Parameters<SendWebhook>[0]): ReturnType<SendWebhook> {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || !protocols.includes(url.protocol) || url.username || url.password) return { problem: 'address' }
    if (namesForbidden(url, isForbidden)) return { problem: 'private' }
    const signal = AbortSignal.timeout(withinMs)
    try {
      const answer = await answerOf(url)
      const text = await readStart(answer)
      return { status: answer.statusCode ?? 0, headers: shownHeaders(answer), body: text }
    } catch (error) {
      if (error instanceof PrivateAddress) return { problem: 'private' }
      if (signal.aborted) return { problem: 'too_slow' }
      return { problem: isAboutCertificate(error) ? 'certificate' : 'unreachable' }
    }

    function answerOf(to: URL): Promise<IncomingMessage> {
      return new Promise((done, fail) => {
        const send = to.protocol === 'https:' ? requestHttps : requestHttp
        const options = { method: 'POST', headers, lookup, signal, agent: false, maxHeaderSize: MOST_HEADER_BYTES }
        send(to, options, done).on('error', fail).end(body)
      })
    }
  }
}

/** Its first 16 kB; the connection ends then. */
async function readStart(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, MOST_BYTES - bytes))
    bytes += part.length
    if (bytes >= MOST_BYTES) break
  }
  answer.destroy()
  // PostgreSQL stores no zero characters.
  return Buffer.concat(parts).toString('utf8').replaceAll('\0', '�')
}

function shownHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'set-cookie' ? '…' : String(value)]),
  )
}

function isAboutCertificate(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return /CERT|TLS|SSL|SIGNATURE|SELF_SIGNED/.test(code)
}
