import { languageOf } from '#app/i18n/language.ts'
import { COOKIES, readCookies } from '#app/web/session/cookies.ts'

/** Where banks send a visitor back by a cross-site POST: these check the payment with the bank instead (§2). */
const GATEWAY_RETURNS = new Set(['/pay_redirect', '/external-pay', '/external-pay-backup', '/external_yek'])

/** Whether a path (with or without language and `.data`) is a gateway's return address. */
export function isGatewayReturn(pathname: string): boolean {
  return GATEWAY_RETURNS.has(languageOf(pathname).rest.replace(/\.data$/, ''))
}

/**
 * Whether a request may change something: reads always may; anything else must come from our own pages. Browsers say
 * so by Origin or Sec-Fetch-Site; text browsers send neither, but a Referer, and not even that from a page with a query.
 * What tells nothing may act as long as it brings no session, for then there are no rights of anybody to misuse; with
 * one the answer is undefined, and its form must carry our token (form-token.ts). The API answers only to bearer tokens
 * and has no need of this; gateways return from their own origin.
 * @param origin our public origin
 */
export function mayAct(
  request: { method: string; pathname: string; headers: Headers },
  origin: string,
): boolean | undefined {
  const { method, pathname, headers } = request
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true
  if (pathname.startsWith('/api/') || isGatewayReturn(pathname)) return true
  const from = headers.get('origin')
  if (from !== null) return from === origin
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const referer = headers.get('referer')
  if (referer !== null) return originOf(referer) === origin
  return readCookies(headers.get('cookie')).has(COOKIES.session) ? undefined : true
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
