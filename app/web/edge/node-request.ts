import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { UPLOAD_BYTES } from '#app/rules/constants.ts'
import { boundaryOf, cutParts } from './cut-parts.ts'

/** Upload limit of §9 with room for the form around it; other bodies are small. */
const MULTIPART_BYTES = UPLOAD_BYTES + 500_000
const BODY_BYTES = 1_000_000
/** Where a page's form is cut: a file of this length and its headers is still too large for every call. */
const PART_BYTES = UPLOAD_BYTES + 50_000
/** What is read of a page's form, most of it only to be dropped; who sends more meets a closed connection. */
const CUT_BYTES = 60_000_000

/** A body that is longer than this address takes. */
export class BodyTooLarge extends Error {}

/**
 * The web Request of a node request. Its signal aborts when the visitor leaves. A file in a page's form arrives cut where
 * it is too large, so that the page can say so beside its field; calls of the API are refused as a whole.
 * Throws BodyTooLarge where the announced length is over the limit; a body that lies about it fails while it is read.
 */
export function webRequest(incoming: IncomingMessage, outgoing: ServerResponse, url: string): Request {
  const boundary = boundaryOf(incoming.headers['content-type'])
  const isCall = /^\/api(?=\/|$)/.test(new URL(url).pathname)
  const limit = boundary ? MULTIPART_BYTES : BODY_BYTES
  const cut = boundary && !isCall ? { boundary, most: PART_BYTES } : undefined
  if (Number(incoming.headers['content-length'] ?? 0) > (cut ? CUT_BYTES : limit)) throw new BodyTooLarge()
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(incoming, limit, cut)
  const headers = headersOf(incoming)
  if (cut) headers.delete('content-length')
  return new Request(url, {
    method,
    headers,
    signal: gone.signal,
    body,
    duplex: 'half',
  } as RequestInit)
}

function bodyOf(incoming: IncomingMessage, limit: number, cut?: { boundary: string; most: number }): ReadableStream {
  const steps = cut ? [limitedTo(CUT_BYTES), cutParts(cut), limitedTo(limit)] : [limitedTo(limit)]
  // Not by a pipeline, which would close the connection at a fieldError, before an answer.
  const body = steps.reduce<Readable>(
    (source, step) => source.on('error', (error) => step.destroy(error)).pipe(step),
    incoming,
  )
  return Readable.toWeb(body) as ReadableStream
}

function limitedTo(limit: number): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > limit) done(new BodyTooLarge())
      else done(null, chunk)
    },
  })
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
