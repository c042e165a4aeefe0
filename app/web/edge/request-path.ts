import { canonicalAddress } from './canonical-address.ts'

/** The path and query of a request, spelled one way: everything that judges or routes it sees the same. */
export interface RequestPath {
  pathname: string
  /** Path and query. */
  target: string
  /** Another spelling came: the visitor should be led here. */
  isRespelled: boolean
}

const BASE = 'http://site'
const UNRESERVED = /[\w.~-]/
const HOST = /^[\w.:[\]-]+$/
const MAX_KNOWN_HOSTS = 100
const knownHosts = new Map<string, boolean>()

/**
 * Normalises the target of a request line once, before anything judges it: dot segments, doubled slashes, backslashes,
 * needless percent-encoding, a trailing slash and `/fa`. Undefined for what is no path of ours: an address of another
 * server, broken percent-encoding, control characters.
 */
export function readPath(target: string): RequestPath | undefined {
  if (!target.startsWith('/')) return undefined
  const [written = '', query = ''] = split(target)
  const path = normalised(normalised(written))
  if (path === undefined || !isReadable(path)) return undefined
  return { pathname: path, target: path + new URL(query, BASE).search, isRespelled: path !== written }
}

/** Once may not be enough: decoding and dot segments bring forth new doubled slashes, and those new dot segments. */
function normalised(path: string | undefined): string | undefined {
  const decoded = path?.replace(/%[0-9a-f]{2}/gi, decodeUnreserved) ?? ''
  // First of all: what is left of "//evil.example" must never be read as another host.
  const canonical = canonicalAddress(decoded) ?? decoded
  if (!URL.canParse(canonical, BASE)) return undefined
  const { pathname } = new URL(canonical, BASE)
  return canonicalAddress(pathname) ?? pathname
}

function split(target: string): [path: string, query: string] {
  const end = target.search(/[?#]/)
  return end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end)]
}

/** Whether a Host header names a host; the absence of one is right for HTTP/1.0. */
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
