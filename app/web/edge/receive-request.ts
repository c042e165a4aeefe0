import type { IncomingMessage, ServerResponse } from 'node:http'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { checkJson, checkUrlEncoded } from './field-limits.ts'
import { receiveMultipart } from './multipart-form.ts'
import { receiveBody } from './receive-body.ts'
import type { Receiver } from './receiver.ts'
import { malformed, RefusedRequest } from './refused-request.ts'

/** Everything but files: forms and JSON. */
const TEXT_BYTES = 64_000
/** An upload of the API, with room for the form around it. */
const CALL_UPLOAD_BYTES = UPLOAD_BYTES + 500_000
/** What is read of a page's form with a file, most of it only to be dropped; who sends more meets a closed connection. */
const PAGE_UPLOAD_BYTES = 60_000_000
const URL_ENCODED = 'application/x-www-form-urlencoded;charset=UTF-8'

/** A request whose body is here, within its limits. */
export interface ReceivedRequest {
  request: Request
  /** The fields of a form, however it was encoded. */
  form: FormData | URLSearchParams | undefined
}

/**
 * The web Request of a node request, once all of its body has come and is known to be harmless to parse. Its signal
 * aborts when the visitor leaves. Rejects with a RefusedRequest. A multipart form is parsed as it arrives: the request's
 * `formData()` gives it, and its body is empty.
 */
export async function receiveRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, receiver }: { url: string; receiver: Receiver },
): Promise<ReceivedRequest> {
  const method = incoming.method ?? 'GET'
  const headers = headersOf(incoming)
  // The router would refuse a page's form that names another origin.
  if (receiver === 'token-page') headers.delete('origin')
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  // What comes with a key is done to its end, so that there is an answer for who sends it again (send-once.ts).
  const init = { method, headers, ...(headers.has('idempotency-key') ? {} : { signal: gone.signal }) }
  if (method === 'GET' || method === 'HEAD') return { request: new Request(url, init), form: undefined }

  const type = mediaTypeOf(incoming)
  if (type === 'multipart/form-data') {
    const bodyBytes = receiver === 'call' ? CALL_UPLOAD_BYTES : PAGE_UPLOAD_BYTES
    const form = await receiveMultipart(incoming, { bodyBytes, textBytes: TEXT_BYTES })
    headers.delete('content-length')
    return { request: withForm(new Request(url, init), form), form }
  }
  const bytes = await receiveBody(incoming, TEXT_BYTES)
  const body = bytes.length > 0 ? new Uint8Array(bytes) : null
  if (type === 'application/x-www-form-urlencoded' || (receiver !== 'call' && !type)) {
    const text = bytes.toString('latin1')
    checkUrlEncoded(text)
    headers.set('content-type', URL_ENCODED)
    return { request: new Request(url, { ...init, body: body ?? '' }), form: new URLSearchParams(bytes.toString()) }
  }
  if (receiver === 'call') {
    if (isJson(type)) checkJson(bytes.toString())
    return { request: new Request(url, { ...init, body }), form: undefined }
  }
  // What a bank sends is only a hint, and its customer must get on.
  if (receiver === 'bank-return' || receiver === 'token-page') {
    return { request: withForm(new Request(url, init), new FormData()), form: undefined }
  }
  throw new RefusedRequest(415, 'This address takes forms.\n')
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
