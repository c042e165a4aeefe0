import { LRUCache } from 'lru-cache'
import { acceptedLanguage } from '#app/i18n/accepted-language.ts'
import { bytesOf } from '#app/web/router/page-response.ts'
import { chosenCurrency, isPersonal, readCookies } from '#app/web/session/cookie/cookies.ts'
import { RefusedRequest } from '../request/refused-request.ts'
import { INERT_POLICY } from './csp.ts'
import { compress, decompress, encodingName, type Form, isCompressible, mayDiffer } from './encoding.ts'

/** A finished answer: headers as a flat list for `writeHead`, and the bytes to send. */
export interface FinishedPage {
  status: number
  headers: string[]
  /** The headers of its 304 answer. */
  validators: string[]
  /** The tag that a client names to get a 304; pages have none. */
  tag: string | undefined
  body: Buffer
  form: Form
}

interface Entry {
  until: number
  status: number
  headers: [string, string][]
  /** Only until a form is finished, from which others can be made: a seventh of the memory, and less for the garbage collector to do. */
  raw: Buffer | undefined
  finished: Map<Form, Promise<FinishedPage>>
  /** The finished forms, so that a cached page is sent without waiting for a promise. */
  ready: Map<Form, FinishedPage>
}

export interface PageCacheOptions {
  /** Milliseconds of a clock that never jumps, so that no page is kept for longer. */
  now: () => number
  lifeMs: number
  /** How much memory cached pages may use; the least recently used are removed first. */
  bytes: number
}

/** The memory of a page beside its forms: headers and key. */
const OVERHEAD_BYTES = 2_000

/**
 * Caches pages that are the same for everybody as finished bytes, one per form. That is possible because the policy
 * uses hashes and not nonces, so no two answers differ.
 */
export function createPageCache({ now, lifeMs, bytes }: PageCacheOptions) {
  const entries = new LRUCache<string, Entry>({ maxSize: bytes, sizeCalculation: sizeOf })
  const flights = new Map<string, Promise<Entry>>()
  let generation = 0

  return { at, get, onItsWay, isOnItsWay: (key: string) => flights.has(key), clear }

  /** Removes all pages; those being rendered may be out of date already, so they are neither kept nor shared further. */
  function clear() {
    generation++
    entries.clear()
    flights.clear()
  }

  /** A finished page, without a promise: the fastest path. */
  function at(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.until > now() ? entry : undefined
  }

  /**
   * The same page if it is being rendered for another visitor, else undefined. Resolves to undefined if it turns out to
   * be private, or if the other one is refused, which may be for what they alone have asked.
   */
  function onItsWay(key: string, form: Form): Promise<FinishedPage | undefined> | undefined {
    return flights.get(key)?.then(
      (entry) => (entry.until > 0 ? finishIn(key, entry, form) : undefined),
      (error: unknown) => {
        if (error instanceof RefusedRequest) return undefined
        throw error
      },
    )
  }

  /**
   * The page of a key in a form, rendered if it is not cached. Simultaneous visitors share one rendering, unless
   * the result is not cacheable or the first one is refused: then each renders their own.
   */
  async function get(key: string, form: Form, render: () => Promise<Response>): Promise<FinishedPage> {
    const known = at(key)
    if (known) return finishIn(key, known, form)
    const shared = onItsWay(key, form)
    if (shared) return (await shared) ?? finish(await entryOf(await render()), form)
    const own = renderOnce(key, render)
    flights.set(key, own)
    try {
      return await finishIn(key, await own, form)
    } finally {
      if (flights.get(key) === own) flights.delete(key)
    }
  }

  /** Finishes a page, and counts what it takes from then on. */
  async function finishIn(key: string, entry: Entry, form: Form): Promise<FinishedPage> {
    const isNew = !entry.finished.has(form)
    const page = await finish(entry, form)
    if (isNew && entries.peek(key) === entry) {
      entries.delete(key)
      entries.set(key, entry)
    }
    return page
  }

  async function renderOnce(key: string, render: () => Promise<Response>): Promise<Entry> {
    const startedIn = generation
    const response = await render()
    const entry = await entryOf(response)
    if (isForEverybody(response)) {
      entry.until = now() + lifeMs
      if (startedIn === generation) entries.set(key, entry)
    }
    return entry
  }
}

function sizeOf(entry: Entry, key: string): number {
  const forms = [...entry.ready.values()].reduce((sum, { body }) => sum + body.length, entry.raw?.length ?? 0)
  return forms + key.length * 2 + OVERHEAD_BYTES
}

/**
 * The cache key of a request; undefined where the page may not be cached: methods other than GET, and visitors with a
 * session, a held booking or a flash message.
 * @param origin the site's public address, which its pages contain
 */
export function pageKey(
  origin: string,
  target: string,
  header: (name: string) => string | undefined,
): string | undefined {
  const cookieHeader = header('cookie')
  const cookies = cookieHeader ? readCookies(cookieHeader, origin) : undefined
  if (cookies && isPersonal(cookies)) return undefined
  if (header('authorization')) return undefined
  const currency = cookies ? (chosenCurrency(cookies) ?? '') : ''
  return `${origin} ${currency} ${header('save-data') === 'on' ? 'save' : ''} ${target}`
}

/**
 * The cache key of a call of the API without a sign-in, whose cookies mean nothing; undefined with one.
 * @param origin the site's public address, which lists name
 */
export function callKey(
  origin: string,
  target: string,
  header: (name: string) => string | undefined,
): string | undefined {
  if (header('authorization')) return undefined
  return `${origin} ${acceptedLanguage(header('accept-language') ?? null)} ${target}`
}

/** The headers that a 304 answer repeats. Source: RFC 9110, §15.4.5. */
const VALIDATORS = ['etag', 'cache-control', 'vary', 'content-security-policy']

/** Compresses a page once per form and adds the headers that depend on it. */
function finish(entry: Entry, form: Form): Promise<FinishedPage> {
  const known = entry.finished.get(form)
  if (known) return known
  const header = headerIn(entry.headers)
  if (typeof form === 'object' && !mayDiffer(header)) {
    const usual = finish(entry, form.otherwise)
    entry.finished.set(form, usual)
    return usual
  }
  const smaller = isEncoded(header) ? form : ''
  const made = compressedIn(entry, smaller).then((compressed) => {
    const body = ownMemory(compressed)
    // Who has a dictionary needs no link to it.
    const headers = entry.headers.filter(([name]) => name !== 'link' || typeof form !== 'object').flat()
    headers.push('content-length', String(body.length))
    const named = encodingName(smaller)
    if (named) headers.push('content-encoding', named)
    const tag = header('etag')
    const validators = entry.headers.filter(([name]) => VALIDATORS.includes(name)).flat()
    const page = { status: entry.status, headers, validators, tag, body, form: smaller }
    entry.ready.set(form, page)
    entry.raw = undefined
    return page
  })
  entry.finished.set(form, made)
  // The next visitor tries again.
  made.catch(() => entry.finished.delete(form))
  return made
}

/** Bytes in memory of their own: a small buffer is a part of a shared one, all of which stays for as long as one of its parts. */
function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

async function compressedIn({ raw, ready }: Entry, form: Form): Promise<Buffer> {
  return compress(raw ?? (await rawOf(ready)), form, 7)
}

/** A page's bytes from the form that was finished first. */
async function rawOf(ready: Entry['ready']): Promise<Buffer> {
  const [first] = ready.values()
  if (!first) throw new Error('A page without its bytes has a finished form.')
  return decompress(first.body, first.form)
}

async function entryOf(response: Response): Promise<Entry> {
  const raw = await bytesOf(response)
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  // Answers other than pages bring no policy, and nothing adds one when a cached answer is sent.
  if (!response.headers.has('content-security-policy')) headers.push(['content-security-policy', INERT_POLICY])
  if (!response.headers.has('cache-control')) headers.push(['cache-control', 'private, no-store'])
  varyByEncoding(headers)
  return { until: 0, status: response.status, headers, raw, finished: new Map(), ready: new Map() }
}

/** Shared caches must know that an answer has several encodings; what none stores needs no `Vary`. */
function varyByEncoding(headers: Entry['headers']) {
  const header = headerIn(headers)
  const vary = header('vary') ?? ''
  if (!isEncoded(header) || /no-store/.test(header('cache-control') ?? '') || /accept-encoding/i.test(vary)) return
  const at = headers.findIndex(([name]) => name === 'vary')
  headers.splice(at < 0 ? headers.length : at, 1, ['vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'])
}

/** Whether an answer is compressed for who accepts that. */
function isEncoded(header: (name: string) => string | undefined): boolean {
  const type = header('content-type')
  return type === undefined || isCompressible(type)
}

function headerIn(headers: Entry['headers']): (wanted: string) => string | undefined {
  return (wanted) => headers.find(([name]) => name === wanted)?.[1]
}

function isForEverybody({ status, headers }: Response): boolean {
  return status === 200 && !headers.has('set-cookie') && /\bpublic\b/.test(headers.get('cache-control') ?? '')
}
