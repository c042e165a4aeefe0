import { languageOf } from '#app/i18n/language.ts'

/**
 * What handles a request: a page, a call of the API, the address that banks return customers to, or a page that is
 * authorised by a token in its address, whatever the origin.
 */
export type Receiver = 'page' | 'call' | 'bank-return' | 'token-page'

/**
 * Banks return visitors here by a cross-site POST, so these pages verify the payment with the bank instead of the
 * origin (§2).
 */
const BANK_RETURNS = new Set(['/pay_redirect', '/external-pay', '/external-pay-backup', '/external_yek'])

/** Where assistants call the site's tools. */
export const MCP_PATH = '/mcp'

/** Mail clients unsubscribe by a POST without session and origin (one-click). Source: RFC 8058. */
const TOKEN_PAGES = new Set(['/newsletter/unsubscribe', '/price-alert/stop'])

/** What handles a path (with or without language and `.data`). */
export function receiverAt(pathname: string): Receiver {
  if (isCall(pathname)) return 'call'
  const path = languageOf(pathname).rest.replace(/\.data$/, '')
  if (BANK_RETURNS.has(path)) return 'bank-return'
  return TOKEN_PAGES.has(path) ? 'token-page' : 'page'
}

/** Whether the API or the MCP server handles a path: programs call both, without cookies. */
export function isCall(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/') || pathname === MCP_PATH
}
