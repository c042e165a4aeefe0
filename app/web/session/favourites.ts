import { FAVOURITES_MAX } from '#app/rules/constants.ts'
import { COOKIES, writeCookie } from './cookies.ts'

const YEAR_SECONDS = 365 * 86_400
const ID = /^[1-9]\d{0,9}$/

/**
 * The vehicles that this browser keeps in mind, the newest first. Pages show their state by this cookie alone; an account
 * holds the same list, and hands it to the cookie at sign-in and at each change. Source: issue 7, B9.
 */
export function readFavourites(cookies: ReadonlyMap<string, string>): number[] {
  const texts = (cookies.get(COOKIES.favourites) ?? '').split('.', FAVOURITES_MAX)
  return [...new Set(texts.filter((text) => ID.test(text)).map(Number))]
}

/** Remembers a list, as a `Set-Cookie` header; with none left there is no cookie, and pages are everybody's again. */
export function favouritesCookie(ids: readonly number[], origin: string): string {
  const value = ids.slice(0, FAVOURITES_MAX).join('.')
  return writeCookie(COOKIES.favourites, value, { origin, seconds: value ? YEAR_SECONDS : 0 })
}
