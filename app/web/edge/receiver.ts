import { languageOf } from '#app/i18n/language.ts'

/**
 * What receives a request: a page, a call of the API, the address to which a bank sends its customers back, or one at which
 * a token in the address stands for its owner, wherever the request comes from.
 */
export type Receiver = 'page' | 'call' | 'bank-return' | 'token-page'

/** Where banks send a visitor back by a cross-site POST: these check the payment with the bank instead (§2). */
const BANK_RETURNS = new Set(['/pay_redirect', '/external-pay', '/external-pay-backup', '/external_yek'])

/** Mail programs end a subscription by a POST of their own, without session or origin. Source: RFC 8058. */
const TOKEN_PAGES = new Set(['/newsletter/unsubscribe'])

/** Who receives a request at a path (with or without language and `.data`). */
export function receiverAt(pathname: string): Receiver {
  if (pathname === '/api' || pathname.startsWith('/api/')) return 'call'
  const path = languageOf(pathname).rest.replace(/\.data$/, '')
  if (BANK_RETURNS.has(path)) return 'bank-return'
  return TOKEN_PAGES.has(path) ? 'token-page' : 'page'
}
