import { INERT_POLICY } from './csp.ts'

const YEAR_SECONDS = 31_536_000

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * The security headers of every answer, errors and files included. `ofAll` contains the Content-Security-Policy that allows nothing;
 * `ofPages` has none, because a page brings its own, and is a flat list, as `writeHead` takes it.
 * @param https whether the visitor reached us over TLS; only then may HSTS be sent
 */
export function securityHeaders(https: boolean): { ofAll: Headers; ofPages: readonly string[] } {
  return https ? OVER_TLS : PLAIN
}

const COMMON: Headers = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  // What our own pages use (camera, position, codes by SMS, security keys) is allowed for them and for no other origin
  // by default.
  ['permissions-policy', 'microphone=(),payment=(),display-capture=()'],
]
const HSTS: Headers = [['strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`]]
const PLAIN = bothWays(COMMON)
const OVER_TLS = bothWays([...COMMON, ...HSTS])

function bothWays(headers: Headers) {
  return { ofAll: [['content-security-policy', INERT_POLICY] as const, ...headers], ofPages: headers.flat() }
}
