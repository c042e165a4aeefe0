import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bytesOf, isPage } from '#app/web/router/page-response.ts'
import {
  compress,
  compressor,
  encodingFor,
  encodingName,
  type Form,
  isCompressible,
  mayDiffer,
  onceAs,
} from './encoding.ts'

/** Whole texts up to this length are compressed in one go, with a length that HTTP/1.0 understands. */
const STREAMED = /^(text\/event-stream|text\/x-script|application\/x-ndjson)/

/**
 * Sends a web Response, compressed where that helps. Headers that are already set on `outgoing` stay unless the answer has its own.
 * @param form how a page is compressed
 */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  form: Form = encodingFor(incoming.headers['accept-encoding']),
) {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length) outgoing.setHeader('set-cookie', cookies)
  if (!outgoing.hasHeader('cache-control')) outgoing.setHeader('cache-control', 'private, no-store')

  if (incoming.method === 'HEAD' || !(response.body || isPage(response))) {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  const type = response.headers.get('content-type')
  const encoding = response.headers.has('content-encoding') ? '' : encodingFor(incoming.headers['accept-encoding'])
  if (response.body && !isCompressible(type)) return stream(response.body, outgoing)
  const usesForm = encoding && isPage(response) && mayDiffer((name) => response.headers.get(name))
  varyByEncoding(outgoing)
  if (!response.body || !STREAMED.test(type ?? '')) {
    return sendWhole(response, outgoing, onceAs(usesForm ? form : encoding, incoming.headers['accept-encoding']))
  }
  outgoing.removeHeader('content-length')
  if (!encoding) return stream(response.body, outgoing)
  outgoing.setHeader('content-encoding', encoding)
  await quietly(pipeline(Readable.fromWeb(response.body as never), compressor(encoding), outgoing))
}

async function sendWhole(response: Response, outgoing: ServerResponse, form: Form | 'zstd') {
  const raw = await bytesOf(response)
  const smaller = isCompressible(response.headers.get('content-type'), raw.length) ? form : ''
  const body = await compress(raw, smaller, 4)
  const named = encodingName(smaller)
  if (named) outgoing.setHeader('content-encoding', named)
  outgoing.setHeader('content-length', body.length)
  outgoing.end(body)
}

function stream(body: ReadableStream, outgoing: ServerResponse) {
  return quietly(pipeline(Readable.fromWeb(body as never), outgoing))
}

/** What no cache stores needs no `Vary`, whose bytes count in a page that has to fit into one TCP window. */
function varyByEncoding(outgoing: ServerResponse) {
  if (/no-store/.test(String(outgoing.getHeader('cache-control')))) {
    outgoing.removeHeader('vary')
    return
  }
  const vary = String(outgoing.getHeader('vary') ?? '')
  if (!/accept-encoding/i.test(vary)) outgoing.setHeader('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding')
}

const LEFT = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'])

/** A client that disconnects during an answer is not an error. */
async function quietly(sent: Promise<void>) {
  try {
    await sent
  } catch (error) {
    if (!LEFT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
