import type { IncomingMessage, ServerResponse } from 'node:http'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** What a script of another site may send besides the simple headers, and read. */
const SENT = 'Accept-Language, Authorization, Content-Type, Device-Key, Idempotency-Key, If-None-Match, Savari-Position'
const READ =
  'Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Savari-Position, Sunset, X-Request-Id'
/** How long a browser may remember what it may send. */
const REMEMBERED_SECONDS = 7200

/**
 * Lets scripts of these origins call the API, without cookies: a token says who calls. Source: the
 * Fetch standard, "CORS protocol"; which origins is *ours*.
 */
export function createCors(origins: readonly string[]) {
  const allowed = new Set(origins)
  return {
    /** The headers of every answer to this request: a flat list, as `writeHead` takes it. */
    headersFor({ headers: { origin } }: IncomingMessage): readonly string[] {
      if (origin === undefined || !allowed.has(origin)) return []
      return ['access-control-allow-origin', origin, 'access-control-expose-headers', READ]
    },
    /** Answers the question whether a request may be sent; false for any other request. */
    answersPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
      if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
      if (headers.origin !== undefined && allowed.has(headers.origin)) {
        response.setHeader('access-control-allow-methods', METHODS)
        response.setHeader('access-control-allow-headers', SENT)
        response.setHeader('access-control-max-age', REMEMBERED_SECONDS)
      }
      response.writeHead(204).end()
      return true
    },
  }
}
