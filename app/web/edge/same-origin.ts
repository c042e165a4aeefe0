import type { IncomingHttpHeaders } from 'node:http'
import { COOKIES, readCookies } from '#app/web/session/cookies.ts'
import type { Receiver } from './receiver.ts'

/**
 * Whether a request may change something: reads always may; anything else must come from our own pages. Browsers say
 * so by Origin or Sec-Fetch-Site; text browsers send neither, but a Referer, and not even that from a page with a query.
 * A request without any of these may act as long as it brings no session, for then there are no rights of anybody to misuse; with
 * one the answer is undefined, and its form must carry our token (form-token.ts). The API answers only to bearer tokens
 * and has no need of this; gateways return from their own origin.
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
  return readCookies(cookie).has(COOKIES.session) ? undefined : true
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
