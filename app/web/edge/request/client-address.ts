import { BlockList, isIP } from 'node:net'

/**
 * Returns a function that finds the client's address: that of the connection, or behind a trusted proxy the last
 * address in `X-Forwarded-For` that is no trusted proxy. Forged entries have no effect.
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

/** Returns a function that tests whether an address is in one of these networks. */
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

/** Turns an IPv4-mapped IPv6 address into the IPv4 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
