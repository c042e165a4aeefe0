import type { IncomingHttpHeaders } from 'node:http'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import type { Receiver } from './receiver.ts'

/**
 * Whether a request passes the CSRF check: reads always do; others must come from our own pages. Browsers show that by
 * Origin or Sec-Fetch-Site; text browsers send only a Referer, and none from a page with a query. A request without any
 * of these passes if it has no session, as there are no rights to misuse; with a session the result is undefined, and
 * the form must carry our token (form-token.ts). Not needed for the API, which uses bearer tokens, nor for returns from
 * banks.
 * @param origin our public origin
 */
export function mayAct(
  request: { method: string; receiver: Receiver; headers: IncomingHttpHeaders },
  origin: string,
): boolean | undefined {
  const { method, receiver, headers } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true
  if (receiver !== 'page') return true
  const { origin: from, referer, cookie } = headers
  if (from !== undefined) return from === origin
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (referer !== undefined) return originOf(referer) === origin
  return readCookies(cookie, origin).has(COOKIES.session) ? undefined : true
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
