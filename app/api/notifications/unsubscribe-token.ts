import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#app/rules/access/keys.ts'

/**
 * The token in an e-mail's link that ends the person's news. It gives no other access and never expires, because
 * e-mails are kept for years.
 */
export function unsubscribeToken(secret: string, account: string): string {
  return `${account}.${markOf(secret, account)}`
}

/** The account in one of our tokens; undefined for any other text. */
export function accountOfUnsubscribeToken(secret: string, token: string): string | undefined {
  const [account = '', mark = ''] = token.split('.')
  const [given, ours] = [Buffer.from(mark), Buffer.from(markOf(secret, account))]
  return given.length === ours.length && timingSafeEqual(given, ours) ? account : undefined
}

function markOf(secret: string, account: string): string {
  return createHmac('sha256', keyFor(secret, 'unsubscribe')).update(account).digest('base64url')
}
