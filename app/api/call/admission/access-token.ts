import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#app/rules/access/keys.ts'
import { ACCESS_TOKEN_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/**
 * A signed access token that contains its session and its expiry in 15 minutes. Source: decisions.md, "Identity and
 * access".
 */
export function issueAccessToken(secret: string, session: string, now: Date): string {
  const named = `${session}.${Math.floor((now.getTime() + ACCESS_TOKEN_MINUTES * MINUTE_MS) / 1000)}`
  return `${named}.${signatureOf(secret, named)}`
}

/** The session in a token; null if it is forged, malformed or expired. */
export function readAccessToken(secret: string, token: string, now: Date): string | null {
  const [session = '', end = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || !session || !end) return null
  const expected = Buffer.from(signatureOf(secret, `${session}.${end}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Number(end) * 1000 > now.getTime() ? session : null
}

function signatureOf(secret: string, named: string): string {
  return createHmac('sha256', keyFor(secret, 'access token')).update(named).digest('base64url')
}
