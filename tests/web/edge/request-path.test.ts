import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHost, readPath } from '#app/web/edge/request/request-path.ts'

test.each([
  ['/rent/car?city=1061', '/rent/car?city=1061', false],
  ['/rent/car/backup/index%20copyNew', '/rent/car/backup/index%20copyNew', false],
  ['/en/', '/en', true],
  ['//evil.example', '/evil.example', true],
  ['/api/../payment', '/payment', true],
  ['/api/%2e%2e/payment', '/payment', true],
  ['/x/..//pay_redirect/', '/pay_redirect', true],
  ['/%61pi/currency/', '/api/currency/', true],
  ['/%70ay_redirect?payment=1', '/pay_redirect?payment=1', true],
  ['/fa/./rent/car', '/rent/car', true],
  ['/%2f%2fevil.example', '/%2F%2Fevil.example', true],
])('%s is read as %s', (given, target, isRespelled) => {
  expect(readPath(given)).toMatchObject({ target, isRespelled, pathname: target.split('?')[0] })
})

test.each(['*', 'http://evil.example/', 'evil.example:443', '/%', '/%E0%A4%A', '/a%00b', '/a%0Ab', '/%zz'])(
  '%s is not a path',
  (given) => expect(readPath(given)).toBeUndefined(),
)

test('reading a path twice gives the same result', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    'fa',
    'en',
    '..',
    '.',
    '%2e',
    '%2F',
    '%5C',
    '@',
    ':',
    '?',
    '#',
    'api',
    'é',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const read = readPath(`/${parts.join('')}`)
      if (!read) return
      expect(readPath(read.target)).toEqual({ ...read, isRespelled: false })
      expect(new URL(read.target, 'http://site.example').host).toBe('site.example')
    }),
  )
})

test.each(['rent.example', 'localhost:3000', '[::1]:3000', '127.0.0.1'])('%s is a host', (host) => {
  expect(isHost(host)).toBe(true)
})

test.each(['', 'a b', 'a/b', 'a@b', '[', 'a:b:c', 'a:99999', 'a<b', 'x\u0000'])('%j is not a host', (host) => {
  expect(isHost(host)).toBe(false)
})
