import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** Content encodings that we offer; the empty one means uncompressed. */
export type Encoding = 'br' | 'gzip' | ''

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json|speculationrules\+json|rss\+xml)|image\/svg\+xml)/
const WORTH_BYTES = 500

// Browsers send only a handful of different headers, so the cache is small; its size is limited against made-up ones.
const known = new Map<string, Encoding>()
const KNOWN_AT_MOST = 100

/** The best encoding that a client accepts. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return ''
  const remembered = known.get(acceptEncoding)
  if (remembered !== undefined) return remembered
  const encoding = accepts(acceptEncoding, 'br') ? 'br' : accepts(acceptEncoding, 'gzip') ? 'gzip' : ''
  if (known.size < KNOWN_AT_MOST) known.set(acceptEncoding, encoding)
  return encoding
}

/** Whether compressing a body of this type and length is worth it; an unknown length counts as long. */
export function isCompressible(contentType: string | null | undefined, length = Number.POSITIVE_INFINITY): boolean {
  return length >= WORTH_BYTES && COMPRESSIBLE.test(contentType ?? '')
}

/**
 * Compresses a whole body. Brotli quality 4 is for bodies that are sent once, 7 for cached pages (3 % smaller than 5
 * for one more millisecond), and 11 only for builds, as it takes a hundred times as long as 4.
 */
export async function compress(body: Buffer, encoding: Encoding, quality: 4 | 7 | 11): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body)
  if (encoding === '') return body
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotli(body, { params })
}

/** Compresses a stream; each chunk is flushed at once. */
export function compressor(encoding: 'br' | 'gzip'): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH })
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  })
}

function accepts(header: string, encoding: string): boolean {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  return offers.some((offer) => {
    const [name, quality] = offer.split(/\s*;\s*q\s*=\s*/)
    return name === encoding && (quality === undefined || Number(quality) > 0)
  })
}
