import { canonicalAddress } from './canonical-address.ts'

/** The normalised path and query of a request, which all checks and the routing use. */
export interface RequestPath {
  pathname: string
  /** Path and query. */
  target: string
  /** Whether the request used another spelling and should be redirected here. */
  isRespelled: boolean
}

const BASE = 'http://site'
const UNRESERVED = /[\w.~-]/
const HOST = /^[\w.:[\]-]+$/
const MAX_KNOWN_HOSTS = 100
const knownHosts = new Map<string, boolean>()

/**
 * Normalises the target of a request line once, before any check: dot segments, doubled slashes, backslashes, needless
 * percent-encoding, a trailing slash and `/fa`. Undefined for invalid targets: absolute addresses of another server,
 * broken percent-encoding, control characters.
 */
export function readPath(target: string): RequestPath | undefined {
  if (!target.startsWith('/')) return undefined
  const [written = '', query = ''] = split(target)
  const path = normalised(normalised(written))
  if (path === undefined || !isReadable(path)) return undefined
  return { pathname: path, target: path + new URL(query, BASE).search, isRespelled: path !== written }
}

/**
 * Repeated until nothing changes: decoding and dot segments can produce new doubled slashes, and these new dot
 * segments.
 */
function normalised(path: string | undefined): string | undefined {
  const decoded = path?.replace(/%[0-9a-f]{2}/gi, decodeUnreserved) ?? ''
  // This comes first: the rest of "//evil.example" must never be read as another host.
  const canonical = canonicalAddress(decoded) ?? decoded
  if (!URL.canParse(canonical, BASE)) return undefined
  const { pathname } = new URL(canonical, BASE)
  return canonicalAddress(pathname) ?? pathname
}

function split(target: string): [path: string, query: string] {
  const end = target.search(/[?#]/)
  return end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end)]
}

/** Whether a Host header is valid; it may be empty, as in HTTP/1.0. */
export function isHost(host: string): boolean {
  const known = knownHosts.get(host)
  if (known !== undefined) return known
  const isRight = HOST.test(host) && URL.canParse(`http://${host}`)
  if (knownHosts.size < MAX_KNOWN_HOSTS) knownHosts.set(host, isRight)
  return isRight
}

function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return UNRESERVED.test(character) ? character : encoded.toUpperCase()
}

function isReadable(pathname: string): boolean {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are searched for.
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
