import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'

/** Upload limit of §9 with room for the form around it; other bodies are small. */
const MULTIPART_BYTES = 10_500_000
const BODY_BYTES = 1_000_000

/** A body that is longer than this address takes. */
export class BodyTooLarge extends Error {}

/** How many bytes the body of a request may have. */
export function bodyLimit(headers: IncomingMessage['headers']): number {
  return headers['content-type']?.startsWith('multipart/form-data') ? MULTIPART_BYTES : BODY_BYTES
}

/**
 * The web Request of a node request. Its signal aborts when the visitor leaves.
 * Throws BodyTooLarge where the announced length is over the limit; a body that lies about it fails while it is read.
 */
export function webRequest(incoming: IncomingMessage, outgoing: ServerResponse, url: string): Request {
  const limit = bodyLimit(incoming.headers)
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(incoming, limit)
  return new Request(url, {
    method,
    headers: headersOf(incoming),
    signal: gone.signal,
    body,
    duplex: 'half',
  } as RequestInit)
}

function bodyOf(incoming: IncomingMessage, limit: number): ReadableStream {
  let length = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > limit) done(new BodyTooLarge())
      else done(null, chunk)
    },
  })
  incoming.on('error', (error) => limited.destroy(error)).pipe(limited)
  return Readable.toWeb(limited) as ReadableStream
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers()
  const { rawHeaders } = incoming
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (!name.startsWith(':')) headers.append(name, rawHeaders[i + 1]!)
  }
  return headers
}
