import type { IncomingMessage, ServerResponse } from 'node:http'
import { FORM_KEY_FIELD, UPLOAD_BYTES } from '#app/rules/constants.ts'
import { checkJson, checkUrlEncoded } from './field-limits.ts'
import { type FormKey, formKeyOf } from './form-key.ts'
import { receiveMultipart } from './multipart-form.ts'
import { receiveBody, TEXT_BYTES } from './receive-body.ts'
import type { Receiver } from './receiver.ts'
import { malformed, RefusedRequest } from './refused-request.ts'

/** The limit of the texts in a page's multipart form: what is too long for its field is still refused there, with everything kept. */
const PAGE_TEXT_BYTES = 500_000
/** The limit of uploads to the API, the multipart overhead included. */
const CALL_UPLOAD_BYTES = UPLOAD_BYTES + 500_000
/**
 * The limit of a page's form with files, most of which is only read to be dropped. Beyond it the connection is closed.
 */
const PAGE_UPLOAD_BYTES = 60_000_000
const URL_ENCODED = 'application/x-www-form-urlencoded;charset=UTF-8'

/** A request whose body was received within its limits. */
export interface ReceivedRequest {
  request: Request
  /** The fields of a form, however it was encoded. */
  form: FormData | URLSearchParams | undefined
  /** The idempotency key; removed from the form, as the schemas don't know the field. */
  key?: FormKey
}

/**
 * The web Request of a Node request, once its whole body has arrived and passed the limits for parsing. Its signal
 * aborts when the client disconnects. Rejects with a RefusedRequest. A multipart form is parsed as it arrives: the
 * request's `formData()` gives it, and its body is empty.
 */
export async function receiveRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, receiver, subscriber }: { url: string; receiver: Receiver; subscriber: string },
): Promise<ReceivedRequest> {
  const method = incoming.method ?? 'GET'
  const headers = headersOf(incoming)
  // React Router would refuse forms whose Origin header differs from the URL.
  if (receiver === 'token-page') headers.delete('origin')
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const init = { method, headers, signal: gone.signal }
  if (method === 'GET' || method === 'HEAD') return { request: new Request(url, init), form: undefined }

  const type = mediaTypeOf(incoming)
  if (type === 'multipart/form-data') {
    const bodyBytes = receiver === 'call' ? CALL_UPLOAD_BYTES : PAGE_UPLOAD_BYTES
    const form = await receiveMultipart(incoming, {
      bodyBytes,
      subscriber,
      textBytes: receiver === 'call' ? TEXT_BYTES : PAGE_TEXT_BYTES,
    })
    headers.delete('content-length')
    const key = await takeKey(incoming, form)
    return { request: withForm(new Request(url, key ? toItsEnd(init) : init), form), form, key }
  }
  const bytes = await receiveBody(incoming, { limit: TEXT_BYTES, subscriber })
  const body = bytes.length > 0 ? new Uint8Array(bytes) : null
  if (type === 'application/x-www-form-urlencoded' || (receiver !== 'call' && !type)) {
    const text = bytes.toString('latin1')
    checkUrlEncoded(text)
    headers.set('content-type', URL_ENCODED)
    const form = new URLSearchParams(bytes.toString())
    const isKeyed = form.has(FORM_KEY_FIELD)
    const key = await takeKey(incoming, form)
    const sent = isKeyed ? form.toString() : (body ?? '')
    return { request: new Request(url, { ...(key ? toItsEnd(init) : init), body: sent }), form, key }
  }
  if (receiver === 'call') {
    if (isJson(type)) checkJson(bytes.toString())
    const isKeyed = headers.has('idempotency-key')
    return { request: new Request(url, { ...(isKeyed ? toItsEnd(init) : init), body }), form: undefined }
  }
  // What a bank posts is only a hint: ignore invalid bodies and let the customer continue.
  if (receiver === 'bank-return' || receiver === 'token-page') {
    return { request: withForm(new Request(url, init), new FormData()), form: undefined }
  }
  throw new RefusedRequest(415, 'This address takes forms.\n')
}

/**
 * A request with an idempotency key runs to its end even if the client disconnects, so that a retry finds its answer
 * (send-once.ts).
 */
function toItsEnd<Init extends { signal: AbortSignal }>({ signal: _, ...init }: Init): Omit<Init, 'signal'> {
  return init
}

async function takeKey({ headers }: IncomingMessage, form: FormData | URLSearchParams): Promise<FormKey | undefined> {
  const key = await formKeyOf(headers, form)
  form.delete(FORM_KEY_FIELD)
  return key
}

function withForm(request: Request, form: FormData): Request {
  return Object.defineProperty(request, 'formData', { value: async () => form })
}

function mediaTypeOf(incoming: IncomingMessage): string {
  return (incoming.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json') || type === ''
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.startsWith(':')) continue
    try {
      headers.append(name, rawHeaders[i + 1]!)
    } catch {
      throw malformed()
    }
  }
  return headers
}
