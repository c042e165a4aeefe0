import { INERT_POLICY } from './csp.ts'

const YEAR_SECONDS = 31_536_000

/**
 * The security headers of every answer, errors and files included. A page brings its own Content-Security-Policy;
 * everything else gets the inert one.
 * @param https whether the visitor reached us over TLS; only then may HSTS be sent
 */
export function securityHeaders(https: boolean): readonly (readonly [name: string, value: string])[] {
  return https ? OVER_TLS : PLAIN
}

const PLAIN = [
  ['content-security-policy', INERT_POLICY],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  [
    'permissions-policy',
    'camera=(), microphone=(), payment=(), usb=(), midi=(), display-capture=(), browsing-topics=(), geolocation=(self)',
  ],
] as const
const OVER_TLS = [...PLAIN, ['strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`]] as const
