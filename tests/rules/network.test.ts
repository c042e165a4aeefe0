import { expect, test } from 'vitest'
import { subscriberOf } from '#app/rules/network.ts'

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
