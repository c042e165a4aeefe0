import { expect, test } from 'vitest'
import { pageKey } from '#app/web/edge/response/page-cache.ts'
import { readCookies } from '#app/web/session/cookie/cookies.ts'
import { favouritesCookie, readFavourites } from '#app/web/session/favourites.ts'

const kept = (value: string) => readFavourites(new Map([['favourites', value]]))

test('a browser’s list is validated: only numbers, each once, at most fifty', () => {
  expect(kept('12.7.12.300')).toEqual([12, 7, 300])
  expect(kept('12.x.-1.0.1e9.<b>.99999999999.8')).toEqual([12, 8])
  expect(kept('')).toEqual([])
  expect(kept(Array.from({ length: 5000 }, (_, index) => index + 1).join('.'))).toHaveLength(50)
})

test('the cookie has the newest fifty, and is removed with the last one', () => {
  const many = Array.from({ length: 60 }, (_, index) => index + 1)
  const header = favouritesCookie(many, 'https://savari.example')
  expect(readFavourites(readCookies(header.split(';')[0], 'https://savari.example'))).toEqual(many.slice(0, 50))
  expect(header).toMatch(/^__Host-favourites=.*HttpOnly.*Secure.*SameSite=Lax/)
  expect(favouritesCookie([], 'https://savari.example')).toContain('Max-Age=0')
})

test('visitors with favourites get no cached page, and their pages are not cached', () => {
  const keyWith = (cookie?: string) =>
    pageKey('https://savari.example', '/rent/car', (name) => (name === 'cookie' ? cookie : undefined))
  expect(keyWith()).toBeDefined()
  expect(keyWith('__Host-favourites=12')).toBeUndefined()
})
