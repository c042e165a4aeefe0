import { LRUCache } from 'lru-cache'
import { bytesOf } from '#app/web/page/page-response.ts'
import { chosenCurrency, isPersonal, readCookies } from '#app/web/session/cookies.ts'
import { INERT_POLICY } from './csp.ts'
import { compress, type Encoding } from './encoding.ts'

/** A finished answer: headers as name after value, as `writeHead` takes them, and the bytes to send. */
export interface FinishedPage {
  status: number
  headers: string[]
  body: Buffer
}

interface Entry {
  until: number
  status: number
  headers: [string, string][]
  raw: Buffer
  finished: Map<Encoding, Promise<FinishedPage>>
  /** The same, once made: a kept page is sent without waiting for a promise. */
  ready: Map<Encoding, FinishedPage>
}

export interface PageCacheOptions {
  now: () => number
  lifeMs: number
  /** How much memory kept pages may take; those that were requested longest ago go first. */
  bytes: number
}

/** What a page takes beside its HTML: its compressed forms are about a fifth of it each, its headers and key a little. */
const FORMS_PART = 0.5
const OVERHEAD_BYTES = 2_000

/**
 * Keeps pages that are the same for everybody, as finished bytes, one per encoding. It can do so because nothing in
 * them changes from answer to answer: the policy names hashes, not a nonce.
 */
export function createPageCache({ now, lifeMs, bytes }: PageCacheOptions) {
  const entries = new LRUCache<string, Entry>({ maxSize: bytes, sizeCalculation: sizeOf })
  const flights = new Map<string, Promise<Entry>>()

  return { at, get, onItsWay, isOnItsWay: (key: string) => flights.has(key), clear: () => entries.clear() }

  /** A page that is already finished: the fastest way, without a promise. */
  function at(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.until > now() ? entry : undefined
  }

  /**
   * The page that is being rendered for somebody else who asked for the same; undefined where none is. It comes to
   * undefined where what was rendered is for that visitor alone.
   */
  function onItsWay(key: string, encoding: Encoding): Promise<FinishedPage | undefined> | undefined {
    return flights.get(key)?.then((entry) => (entry.until > 0 ? finish(entry, encoding) : undefined))
  }

  /**
   * The page of a key in an encoding, rendered where it is not kept. Visitors who ask for the same page meanwhile wait
   * for one rendering. A page that others may not see is handed to all who waited only when it is cacheable; whoever
   * waited for one that is not renders it alone.
   */
  async function get(key: string, encoding: Encoding, render: () => Promise<Response>): Promise<FinishedPage> {
    const known = at(key)
    if (known) return finish(known, encoding)
    const shared = onItsWay(key, encoding)
    if (shared) return (await shared) ?? finish(await entryOf(await render()), encoding)
    const own = renderOnce(key, render)
    flights.set(key, own)
    try {
      return await finish(await own, encoding)
    } finally {
      flights.delete(key)
    }
  }

  async function renderOnce(key: string, render: () => Promise<Response>): Promise<Entry> {
    const response = await render()
    const entry = await entryOf(response)
    if (isForEverybody(response)) {
      entry.until = now() + lifeMs
      entries.set(key, entry)
    }
    return entry
  }
}

function sizeOf(entry: Entry, key: string): number {
  return Math.ceil(entry.raw.length * (1 + FORMS_PART)) + key.length * 2 + OVERHEAD_BYTES
}

/**
 * The key under which a request's page may be kept; undefined where it may not be: another method than GET, or a
 * visitor with a session, a held booking or a flash message.
 * @param origin the site's public address, which its pages contain
 */
export function pageKey(
  origin: string,
  target: string,
  header: (name: string) => string | undefined,
): string | undefined {
  const cookieHeader = header('cookie')
  const cookies = cookieHeader ? readCookies(cookieHeader) : undefined
  if (cookies && isPersonal(cookies)) return undefined
  if (header('authorization')) return undefined
  const currency = cookies ? (chosenCurrency(cookies) ?? '') : ''
  return `${origin} ${currency} ${header('save-data') === 'on' ? 'save' : ''} ${target}`
}

/** Compressed on demand, once per encoding; header names that depend on it are made here. */
function finish(entry: Entry, encoding: Encoding): Promise<FinishedPage> {
  const known = entry.finished.get(encoding)
  if (known) return known
  const made = compress(entry.raw, encoding, 7).then((body) => {
    const headers = entry.headers.flat()
    headers.push('content-length', String(body.length))
    if (encoding) headers.push('content-encoding', encoding)
    const page = { status: entry.status, headers, body }
    entry.ready.set(encoding, page)
    return page
  })
  entry.finished.set(encoding, made)
  return made
}

async function entryOf(response: Response): Promise<Entry> {
  const raw = await bytesOf(response)
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  // What is no page brings no policy of its own, and a kept answer gets no other.
  if (!response.headers.has('content-security-policy')) headers.push(['content-security-policy', INERT_POLICY])
  return { until: 0, status: response.status, headers, raw, finished: new Map(), ready: new Map() }
}

function isForEverybody({ status, headers }: Response): boolean {
  return status === 200 && !headers.has('set-cookie') && /\bpublic\b/.test(headers.get('cache-control') ?? '')
}
