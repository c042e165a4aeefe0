import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#app/api/call/context.ts'
import { keyFor } from '#app/rules/access/keys.ts'

/** The purpose of a link. */
type Purpose = 'confirm' | 'unsubscribe' | 'topics'
type Settings = Pick<Deps, 'settings'>

/** The token of a subscription's link: its id, and a MAC by the settings' secret. */
export function newsletterToken(deps: Settings, id: string, purpose: Purpose): string {
  return `${id}.${macOf(deps, id, purpose).toString('base64url')}`
}

/** The id in a token, not checked yet. */
export function idOfToken(token: string): string {
  return token.slice(0, Math.max(0, token.indexOf('.')))
}

/** Whether the token belongs to this id and purpose. */
export function isNewsletterToken(deps: Settings, token: string, id: string, purpose: Purpose): boolean {
  const given = Buffer.from(token.slice(id.length + 1), 'base64url')
  const right = macOf(deps, id, purpose)
  return token.startsWith(`${id}.`) && given.length === right.length && timingSafeEqual(given, right)
}

function macOf({ settings }: Settings, id: string, purpose: Purpose): Buffer {
  return createHmac('sha256', keyFor(settings.secret, 'newsletter')).update(`${purpose} ${id}`).digest().subarray(0, 16)
}
