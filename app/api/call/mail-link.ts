import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#app/api/call/context.ts'
import { keyFor } from '#app/rules/access/keys.ts'

/** The purpose of a link: what it does to a newsletter's subscription, or to a price alert. */
type Purpose = 'confirm' | 'unsubscribe' | 'topics' | 'confirmAlert' | 'stopAlerts'
type Settings = Pick<Deps, 'settings'>

/** The token of a link in an e-mail: the id of what it is about, and a MAC by the settings' secret. */
export function mailLinkToken(deps: Settings, id: string, purpose: Purpose): string {
  return `${id}.${macOf(deps, id, purpose).toString('base64url')}`
}

/** The id in a token, not checked yet. */
export function idOfToken(token: string): string {
  return token.slice(0, Math.max(0, token.indexOf('.')))
}

/** Whether the token belongs to this id and purpose. */
export function isMailLinkToken(deps: Settings, token: string, id: string, purpose: Purpose): boolean {
  const given = Buffer.from(token.slice(id.length + 1), 'base64url')
  const right = macOf(deps, id, purpose)
  return token.startsWith(`${id}.`) && given.length === right.length && timingSafeEqual(given, right)
}

function macOf({ settings }: Settings, id: string, purpose: Purpose): Buffer {
  return createHmac('sha256', keyFor(settings.secret, 'newsletter')).update(`${purpose} ${id}`).digest().subarray(0, 16)
}
