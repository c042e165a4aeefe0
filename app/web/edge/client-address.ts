import { BlockList, isIP } from 'node:net'

/**
 * A function that finds the visitor's address: the connection's, or, where a trusted proxy connects, the last address
 * in `X-Forwarded-For` that is not a trusted proxy itself. What a visitor writes there changes nothing.
 * @param trusted addresses and CIDR ranges
 */
export function clientAddressFrom(trusted: readonly string[]) {
  const isTrusted = matcherOf(trusted)
  return (connected: string | undefined, forwarded: string | undefined): string => {
    let address = plainAddress(connected ?? '')
    const hops = (forwarded ?? '').split(',').map((hop) => plainAddress(hop.trim()))
    while (isTrusted(address)) {
      const before = hops.pop()
      if (!before || !isIP(before)) break
      address = before
    }
    return address
  }
}

/** A function that says whether an address belongs to one of these networks. */
export function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address that arrives over an IPv6 socket is the IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
