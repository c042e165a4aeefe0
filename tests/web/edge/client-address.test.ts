import { expect, test } from 'vitest'
import { clientAddressFrom } from '#app/web/edge/request/client-address.ts'

test('a forged X-Forwarded-For changes nothing without a trusted proxy', () => {
  const addressOf = clientAddressFrom([])
  expect(addressOf('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  expect(addressOf('::ffff:203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
})

test('behind a trusted proxy the last address that is no proxy counts, not what the visitor sent before it', () => {
  const addressOf = clientAddressFrom(['10.0.0.0/8', '2001:db8::/32'])
  expect(addressOf('10.0.0.2', '203.0.113.9')).toBe('203.0.113.9')
  expect(addressOf('10.0.0.2', '1.2.3.4, 203.0.113.9, 10.0.0.7')).toBe('203.0.113.9')
  expect(addressOf('2001:db8::1', '1.2.3.4, 2001:db9::5')).toBe('2001:db9::5')
})

test('a visitor who bypasses the proxy cannot use the header', () => {
  expect(clientAddressFrom(['10.0.0.2'])('198.51.100.3', '203.0.113.9')).toBe('198.51.100.3')
})

test('a proxy without a valid header counts as the address itself', () => {
  const addressOf = clientAddressFrom(['10.0.0.2'])
  expect(addressOf('10.0.0.2', undefined)).toBe('10.0.0.2')
  expect(addressOf('10.0.0.2', '203.0.113.9, nonsense')).toBe('10.0.0.2')
})
