import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#app/api/call/context.ts'
import { keyFor } from '#app/rules/access/keys.ts'

type Settings = Pick<Deps, 'settings'>
type Feed = { id: number; version: number }

/** The secret part of a feed's address: generating it requires the settings' key, and each version has another. */
export function feedToken(deps: Settings, { id, version }: Feed): string {
  return `${id}.${macOf(deps, { id, version }).toString('base64url')}`
}

/** The id in a token, not checked yet; undefined for a malformed one. */
export function feedIdOf(token: string): number | undefined {
  const id = /^([1-9]\d{0,8})\./.exec(token)?.[1]
  return id ? Number(id) : undefined
}

/** Whether the token is the feed's current one. */
export function isFeedToken(deps: Settings, token: string, feed: Feed): boolean {
  const given = Buffer.from(token)
  const right = Buffer.from(feedToken(deps, feed))
  return given.length === right.length && timingSafeEqual(given, right)
}

function macOf({ settings }: Settings, { id, version }: Feed): Buffer {
  const key = keyFor(settings.secret, 'calendar feed')
  return createHmac('sha256', key).update(`${id} ${version}`).digest().subarray(0, 18)
}
