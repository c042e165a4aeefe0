import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gunzip,
  gzip,
} from 'node:zlib'
import { compressBy, type Dictionary, decompressBy } from './dictionary.ts'

/** Content encodings that we offer; the empty one means uncompressed. */
export type Encoding = 'br' | 'gzip' | ''

/** The difference from a dictionary that the client has (`dcz`), and how the same client gets what no dictionary is for. */
export interface Difference {
  dictionary: Dictionary
  otherwise: Encoding
}

/** How a body is sent: encoded, or as a difference. */
export type Form = Encoding | Difference

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const unBrotli = promisify(brotliDecompress)
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

/** zstd's level for a difference from a dictionary, where Brotli's quality would be the key. */
const DIFFERENCE_LEVELS = { 4: 4, 7: 9, 11: 19 } as const
/** Brotli's window as a power of two. */
const WINDOW = { least: 18, most: 22 }

/** zstd's level for bodies that are sent once. */
const ZSTD_LEVEL = 6

/**
 * How a body that is sent once goes to a client: with zstd instead of Brotli where the client accepts it, which takes three quarters of the
 * time of Brotli 4 and makes a page 2 % smaller. What is kept is compressed better than zstd can.
 */
export function onceAs(form: Form, acceptEncoding: string | undefined): Form | 'zstd' {
  return form === 'br' && acceptEncoding && accepts(acceptEncoding, 'zstd') ? 'zstd' : form
}

/**
 * Compresses a whole body. Quality 4 is for bodies that are sent once, 7 for cached pages (11 % smaller for 0.5 ms more), and 11 only
 * for builds, as it takes a hundred times as long as 4.
 */
export async function compress(body: Buffer, form: Form | 'zstd', quality: 4 | 7 | 11): Promise<Buffer> {
  if (typeof form === 'object') return compressBy(form.dictionary, body, DIFFERENCE_LEVELS[quality])
  if (form === 'gzip') return zip(body)
  if (form === '') return body
  if (form === 'zstd') return zstd(body)
  // A window that is much longer than a page costs four times the page's compression in memory alone, and gains nothing.
  const window = Math.min(Math.max(Math.ceil(Math.log2(body.length + 1)), WINDOW.least), WINDOW.most)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: window,
  }
  return brotli(body, { params })
}

/** A whole body from what `compress` made of it. */
export async function decompress(body: Buffer, form: Form): Promise<Buffer> {
  if (typeof form === 'object') return decompressBy(form.dictionary, body)
  if (form === 'br') return unBrotli(body)
  return form === 'gzip' ? unzip(body) : body
}

function brotli(body: Buffer, { params }: BrotliOptions): Promise<Buffer> {
  return inOneWrite(body, createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FINISH }))
}

function zstd(body: Buffer): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL }
  return inOneWrite(body, createZstdCompress({ params, pledgedSrcSize: body.length, flush: constants.ZSTD_e_end }))
}

/**
 * A whole body through a compressor. `zlib.brotliCompress` and its like hand each body to another thread twice, the second time only to hear
 * that nothing is left; here the only write is the last one, which saves a fifth of the main thread's part.
 */
function inOneWrite(body: Buffer, compressor: Transform): Promise<Buffer> {
  const parts: Buffer[] = []
  const compressed = new Promise<Buffer>((resolve, reject) => {
    compressor.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
    compressor.write(body, () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)))
  })
  return compressed.finally(() => compressor.destroy())
}

/**
 * Whether a dictionary may be used for an answer: only for pages, which dictionaries are made of, and where caches in between keep it
 * for nobody or know that it is only for who has the dictionary. Source: RFC 9842, §6.2.
 */
export function mayDiffer(header: (name: string) => string | null | undefined): boolean {
  if (!header('content-type')?.startsWith('text/html')) return false
  return /no-store/.test(header('cache-control') ?? 'no-store') || /available-dictionary/i.test(header('vary') ?? '')
}

/** The value of `Content-Encoding`; undefined for a body as it is. */
export function encodingName(form: Form | 'zstd'): string | undefined {
  return typeof form === 'object' ? 'dcz' : form || undefined
}

/** Compresses a stream; each chunk is flushed at once. */
export function compressor(encoding: 'br' | 'gzip'): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH })
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  })
}

/** Whether a client accepts an encoding by its name. */
export function accepts(header: string, encoding: string): boolean {
  const offers = header.split(',').map((offer) => offer.trim().toLowerCase())
  return offers.some((offer) => {
    const [name, quality] = offer.split(/\s*;\s*q\s*=\s*/)
    return name === encoding && (quality === undefined || Number(quality) > 0)
  })
}
