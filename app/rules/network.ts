/**
 * The part of a network address that one subscriber has: an IPv4 address whole, of an IPv6 address the first 64 bits.
 * Source: protocols/otp.md §2.
 */
export function subscriberOf(address: string): string {
  if (!address.includes(':')) return address
  const [before = '', after] = address.split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
