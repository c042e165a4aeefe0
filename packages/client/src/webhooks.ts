/** The body of a webhook: what happened, when, and the API's representation of it. */
export interface WebhookEvent {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** A webhook that is not from us, or that is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** How far a webhook's time may be from ours. Source: Standard Webhooks. */
const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/**
 * The event of a webhook whose signature is right. Rejects with a `WebhookError` for any other.
 * @param secret `whsec_…`; several while it is rotated
 * @param body as it arrived, before anything parses it
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  now = new Date(),
}: {
  secret: string | readonly string[]
  headers: Headers | Record<string, string | string[] | undefined>
  body: string
  now?: Date
}): Promise<WebhookEvent> {
  const read = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`)
    return value
  }
  const [id, timestamp, signatures] = [read('webhook-id'), read('webhook-timestamp'), read('webhook-signature')]
  const seconds = Number(timestamp)
  if (!Number.isInteger(seconds) || Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) {
    throw new WebhookError('The webhook is too old, or its clock is wrong.')
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []))
  for (const one of [secret].flat()) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const raw = bytesOf(one.startsWith(PREFIX) ? one.slice(PREFIX.length) : one)
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
    for (const signature of given) {
      // It takes the same time wherever the two differ.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body) as WebhookEvent
    }
  }
  throw new WebhookError('The signature is not ours.')
}

/** The bytes of a Base64 text; none of one that is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
