import { createHash, createHmac } from 'node:crypto'

/** What the settings' only secret is used for; each purpose has a key of its own. */
type Use =
  | 'access token'
  | 'socket ticket'
  | 'one-time code'
  | 'receiver'
  | 'newsletter'
  | 'unsubscribe'
  | 'calendar feed'
  | 'second factor'
  | 'recovery code'
  | 'turn'
  | 'webhook'

/** A key for one purpose, derived from the settings' secret. Source: *ours*. */
export function keyFor(secret: string, use: Use): Buffer {
  return createHmac('sha256', secret).update(use).digest()
}

/** The form in which a random token is stored: somebody who reads the database cannot use it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
