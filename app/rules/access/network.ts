const GROUPS = 8

/**
 * The part of a network address that identifies one subscriber, which all rate limits count by: the whole of an IPv4
 * address (also when mapped into IPv6), the first 64 bits of an IPv6 address. Source: protocols/otp.md §2.
 */
export function subscriberOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(-2)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * The networks that limits count, from the subscriber outwards, each with its multiple of one subscriber's limit: /64,
 * /56 and /48 for IPv6, since providers hand out whole /48s; the address itself and its /24 for IPv4. Source: *ours*,
 * protocols/otp.md §2.
 */
export function networksOf(address: string): { network: string; share: number }[] {
  const subscriber = subscriberOf(address)
  if (!subscriber.includes(':')) {
    const block = subscriber.split('.').slice(0, 3).join('.')
    return [
      { network: subscriber, share: 1 },
      { network: `${block}.0/24`, share: 16 },
    ]
  }
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address)
  const site = [a, b, c].map((group) => group.toString(16)).join(':')
  return [
    { network: subscriber, share: 1 },
    { network: `${site}:${(d & 0xff00).toString(16)}::/56`, share: 2 },
    { network: `${site}::/48`, share: 4 },
  ]
}

/** The eight groups of an IPv6 address in any notation, without a zone id (`%eth0`). */
function groupsOf(address: string): number[] {
  const [before = '', after] = (address.split('%')[0] ?? '').split('::')
  const head = partsOf(before)
  const tail = partsOf(after ?? '')
  return [...head, ...Array<number>(Math.max(0, GROUPS - head.length - tail.length)).fill(0), ...tail]
}

function partsOf(text: string): number[] {
  if (!text) return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16) || 0]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
