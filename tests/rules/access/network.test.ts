import { expect, test } from 'vitest'
import { networksOf, subscriberOf } from '#app/rules/access/network.ts'

test.each([
  ['an IPv4 address is its own subscriber', '192.0.2.1', '192.0.2.1'],
  ['a mapped IPv4 address is the IPv4 address', '::ffff:192.0.2.1', '192.0.2.1'],
  ['so is one that is mapped in hexadecimal', '::FFFF:c000:0201', '192.0.2.1'],
  ['so is one that is written out', '0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['of an IPv6 address the first 64 bits count', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['however it is written', '2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['also with few groups', '2001:db8::9', '2001:db8:0:0::/64'],
  ['the loopback is a subscriber', '::1', '0:0:0:0::/64'],
  ['an interface is no part of it', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s', (_, address, subscriber) => {
  expect(subscriberOf(address)).toBe(subscriber)
})

test.each([
  ['2001:db8:1:2ff::1', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
])('%s is counted for its networks, from the subscriber outwards', (address, networks) => {
  expect(networksOf(address).map(({ network }) => network)).toEqual(networks)
  const shares = networksOf(address).map(({ share }) => share)
  expect(shares[0]).toBe(1)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
})
