import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalAddress } from '#app/web/edge/request/canonical-address.ts'

test.each([
  ['/rent/car/', '/rent/car'],
  ['/fa', '/'],
  ['/fa/', '/'],
  ['/fa/rent/car?a=1', '/rent/car?a=1'],
  ['/fa/fa/x', '/x'],
  ['/en/', '/en'],
  ['/en//rent///car', '/en/rent/car'],
  ['/rent/car/?next=//evil.example/', '/rent/car?next=//evil.example/'],
])('%s redirects to %s', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical)
})

test.each(['/', '/en', '/rent/car', '/rent/car?a=//b/', '/fantasy', '/api/ads/', '/api/ads', '/%2Fevil.example'])(
  '%s is canonical',
  (address) => expect(canonicalAddress(address)).toBeUndefined(),
)

test.each([
  '//evil.example',
  '///evil.example/',
  '/fa//evil.example',
  '//fa//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
])('%s never redirects to another host', (address) => {
  const canonical = canonicalAddress(address) ?? address
  expect(new URL(canonical, 'http://site.example').host).toBe('site.example')
})

test('whatever is requested, the redirect stays on this site and is canonical itself', () => {
  const part = fc.constantFrom('/', '//', '\\', 'fa', 'en', 'evil.example', '..', '%2F', '@', ':', '?', '#', 'x')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const canonical = canonicalAddress(`/${parts.join('')}`)
      if (canonical === undefined) return
      expect(new URL(canonical, 'http://site.example').host).toBe('site.example')
      expect(canonicalAddress(canonical)).toBeUndefined()
    }),
  )
})
