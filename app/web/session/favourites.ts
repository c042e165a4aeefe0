import { FAVOURITES_MAX } from '#app/rules/constants.ts'
import { DAY_SECONDS } from '#app/rules/time/durations.ts'
import { COOKIES, writeCookie } from './cookie/cookies.ts'

const YEAR_SECONDS = 365 * DAY_SECONDS
const ID = /^[1-9]\d{0,9}$/

/**
 * The favourite vehicles of this browser, the newest first. Pages only read this cookie; the account stores the same
 * list and updates the cookie at sign-in and at each change. Source: *ours*.
 */
export function readFavourites(cookies: ReadonlyMap<string, string>): number[] {
  const texts = (cookies.get(COOKIES.favourites) ?? '').split('.', FAVOURITES_MAX)
  return [...new Set(texts.filter((text) => ID.test(text)).map(Number))]
}

/**
 * The `Set-Cookie` value for a list. An empty list removes the cookie, so that pages come from the shared cache again.
 */
export function favouritesCookie(ids: readonly number[], origin: string): string {
  const value = ids.slice(0, FAVOURITES_MAX).join('.')
  return writeCookie(COOKIES.favourites, value, { origin, seconds: value ? YEAR_SECONDS : 0 })
}
