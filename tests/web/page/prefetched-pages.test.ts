import { expect, test } from 'vitest'
import { isPrefetch, mayBePrefetched, speculationRules } from '#app/web/page/prefetched-pages.ts'

test.each([
  ...['/', '/en', '/rent/car', '/de/rent/motor', '/rent/car/monthly', '/tr/city/kish/car/april', '/pages/help/deposit'],
  ...['/ar/blog/kish-in-two-days', '/companies/marjan-rent/map', '/partner'],
])('a browser may prefetch %s', (path) => {
  expect(mayBePrefetched(path)).toBe(true)
})

test.each([
  ...['/login', '/en/login/factor', '/logout', '/book/car/62', '/en/book/car/62/2026-12-11/2026-12-15', '/payment'],
  ...[
    '/profile',
    '/profile/wallet',
    '/desk',
    '/de/desk/calendar',
    '/operator',
    '/voucher',
    '/voucher/x/cancel',
    '/v/1',
  ],
  ...['/favourites', '/partner/apply', '/quote/1', '/unsubscribe/x', '/newsletter/confirm', '/api/ad', '/rent', '//'],
  ...['/xx/rent/car', '/en/rent/car/', '/pay_redirect'],
])('a browser may not prefetch %s', (path) => {
  expect(mayBePrefetched(path)).toBe(false)
})

test('a request is a prefetch if its purpose says so, whatever else it says', () => {
  expect(isPrefetch('prefetch')).toBe(true)
  expect(isPrefetch('prefetch;prerender')).toBe(true)
  expect(isPrefetch(undefined)).toBe(false)
  expect(isPrefetch('navigate')).toBe(false)
})

test('the rules prefetch moderately and prerender nothing', () => {
  expect(speculationRules()).toMatchObject({ prefetch: [{ eagerness: 'moderate' }] })
  expect(Object.keys(speculationRules())).toEqual(['prefetch'])
})
