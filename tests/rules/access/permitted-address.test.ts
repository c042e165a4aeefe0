import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPermittedCallback, isSitePath, sitePathOr } from '#app/rules/access/permitted-address.ts'

const origin = 'https://savari.example'

describe('a return address', () => {
  it.each([
    '/',
    '/en/profile/reservations',
    '/rent/car?city=1061&from=1',
    '/v/abc#bill',
    '/city/کیش',
    '/p?to=https://a.b/c',
  ])('%s is a path of this site', (path) => {
    expect(isSitePath(path)).toBe(true)
  })

  it.each([
    '',
    'profile',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/a//b',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\nSet-Cookie: x=1',
    ' /a',
    '/a b',
    '/\u0000',
    `/${'a'.repeat(2001)}`,
  ])('%j is not', (path) => {
    expect(isSitePath(path)).toBe(false)
    expect(sitePathOr(path, '/home')).toBe('/home')
  })

  it('with non-ASCII letters is percent-encoded once', () => {
    expect(sitePathOr('/city/کیش', '/')).toBe('/city/%DA%A9%DB%8C%D8%B4')
    expect(sitePathOr('/city/%DA%A9%DB%8C%D8%B4', '/')).toBe('/city/%DA%A9%DB%8C%D8%B4')
    expect(sitePathOr('/rent/car?city=کیش&from=1#bill', '/')).toBe('/rent/car?city=%DA%A9%DB%8C%D8%B4&from=1#bill')
  })

  it('that is accepted never leads to another site', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/\\.:@?#%ab \t\n2fF5c', 'http', 'evil.example') })
    fc.assert(
      fc.property(text, (path) => {
        const leads = isSitePath(`/${path}`) ? new URL(`/${path}`, origin) : new URL(origin)
        expect(leads.origin).toBe(origin)
        expect(leads.pathname.startsWith('//')).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('that is missing is replaced by the fallback', () => {
    expect(sitePathOr(null, '/')).toBe('/')
    expect(sitePathOr('/en', '/')).toBe('/en')
  })
})

describe('a call-back address', () => {
  const permitted = ['https://partner.example/pay', 'https://other.example', 'savari://paid']

  it.each([
    'https://savari.example/pay_redirect?id=1',
    'https://partner.example/pay',
    'https://partner.example/pay/done?x=1',
    'https://other.example/anything',
    'savari://paid/1',
  ])('%s is permitted', (url) => {
    expect(isPermittedCallback(url, origin, permitted)).toBe(true)
  })

  it.each([
    'http://savari.example/pay_redirect',
    'https://savari.example:8443/',
    'https://savari.example.evil.example/',
    'https://savari.example@evil.example/',
    'https://user:pass@savari.example/',
    'https://partner.example/payments',
    'https://partner.example/pay/../admin',
    'https://evil.example/https://savari.example',
    'savari://other',
    'javascript:alert(1)',
    'data:text/html,x',
    '/pay_redirect',
    '//savari.example/',
    'https:\\\\savari.example',
    '',
  ])('%j is not', (url) => {
    expect(isPermittedCallback(url, origin, permitted)).toBe(false)
  })
})
