import { inSpan } from '#app/tracing/spans.ts'
import type { GatewayWorld } from './gateway.ts'

export type BankAnswer = { heard: true; body: Body; headers: Headers } | { heard: false; reason: string }

/** A bank's JSON object. Banks vary the case and even the blanks of its keys, so read it only with `fieldOf`. */
export type Body = Record<string, unknown>

/** Real answers have some hundred bytes. Source: *ours*. */
const LONGEST_BYTES = 64_000

/**
 * Sends one request to a bank. Only a readable JSON object with a status below 500 counts as an answer; no connection, a
 * timeout, a proxy's page or too many bytes count as none. Reasons contain no address, merchant or body, so they can be logged.
 */
export function askBank(
  world: GatewayWorld,
  url: string,
  question: Record<string, string | number>,
  encoding: 'json' | 'form' = 'json',
): Promise<BankAnswer> {
  const attributes = { 'server.address': new URL(url).host }
  return inSpan('ask a bank', { kind: 'outgoing', attributes }, async (span) => {
    const answer = await send(world, url, question, encoding)
    if (!answer.heard) span?.setAttribute('savari.reason', answer.reason)
    return answer
  })
}

async function send(
  world: GatewayWorld,
  url: string,
  question: Record<string, string | number>,
  encoding: 'json' | 'form',
): Promise<BankAnswer> {
  try {
    const response = await world.fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: encoding === 'json' ? JSON.stringify(question) : formOf(question),
      redirect: 'error',
      signal: AbortSignal.timeout(world.timeoutMs),
    })
    if (response.status >= 500) {
      await response.body?.cancel()
      return { heard: false, reason: `status ${response.status}` }
    }
    const text = await readBounded(response)
    if (text === undefined) return { heard: false, reason: `status ${response.status}, over ${LONGEST_BYTES} bytes` }
    const body = parseBody(text)
    if (!body) return { heard: false, reason: `status ${response.status}, no JSON object` }
    return { heard: true, body, headers: response.headers }
  } catch (error) {
    return { heard: false, reason: reasonOf(error) }
  }
}

/** The text of an answer, read within the timeout; undefined when it is longer than `LONGEST_BYTES`. */
async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > LONGEST_BYTES) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** The value of the first of `names` that the object has, whatever the case and outer blanks of its keys. */
export function fieldOf(body: Body, ...names: string[]): unknown {
  for (const name of names) {
    for (const [key, value] of Object.entries(body)) {
      if (key.trim().toLowerCase() === name.toLowerCase() && value !== null) return value
    }
  }
  return undefined
}

/** A field as text: numbers become their digits, everything else an empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** A whole number that was sent as a number or as digits; undefined for anything else. */
export function wholeNumberOf(value: unknown): number | undefined {
  const text = textOf(value)
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : undefined
  return Number.isSafeInteger(number) ? number : undefined
}

/** A nested object of an answer, if it is one. */
export function bodyOf(value: unknown): Body | undefined {
  return isBody(value) ? value : undefined
}

/** Reads callback parameters regardless of case; the first one counts when one is repeated. */
export function parameterReader(params: URLSearchParams): (...names: string[]) => string {
  const values = new Map<string, string>()
  for (const [key, value] of params) {
    const name = key.trim().toLowerCase()
    if (!values.get(name)) values.set(name, value)
  }
  return (...names) => names.map((name) => values.get(name.toLowerCase())).find(Boolean) ?? ''
}

function formOf(question: Record<string, string | number>): URLSearchParams {
  return new URLSearchParams(Object.entries(question).map(([key, value]) => [key, String(value)]))
}

function parseBody(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return bodyOf(value)
  } catch {
    return undefined
  }
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'time-out'
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? `no connection (${String(cause.code)})` : 'no connection'
}
