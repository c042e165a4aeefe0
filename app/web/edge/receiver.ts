import { languageOf } from '#app/i18n/language.ts'

/** What is asked: a page, a call of the API, or the address to which a bank sends its customers back. */
export type Receiver = 'page' | 'call' | 'bank-return'

/** Where banks send a visitor back by a cross-site POST: these check the payment with the bank instead (§2). */
const BANK_RETURNS = new Set(['/pay_redirect', '/external-pay', '/external-pay-backup', '/external_yek'])

/** Who receives a request at a path (with or without language and `.data`). */
export function receiverAt(pathname: string): Receiver {
  if (pathname === '/api' || pathname.startsWith('/api/')) return 'call'
  return BANK_RETURNS.has(languageOf(pathname).rest.replace(/\.data$/, '')) ? 'bank-return' : 'page'
}
