import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A request was refused because its address is this machine's, or of a network that is not public. */
export class PrivateAddress extends Error {
  constructor() {
    super('the address is not on the public internet')
  }
}

/**
 * A look-up for requests to addresses that strangers chose. It checks what the name resolves to when the connection is made, so that
 * it can't change in between, and fails with PrivateAddress if any of it is forbidden.
 * @param isForbidden which network addresses are refused; tests allow their own machine
 */
export function publicLookup(isForbidden: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      if (found.length === 0 || found.some(({ address }) => isForbidden(address)))
        return done(new PrivateAddress(), '', 0)
      if (options.all) return done(null, found)
      return done(null, found[0]?.address ?? '', found[0]?.family ?? 4)
    })
  }
}

/** Whether an address names a forbidden network address literally: these are never looked up. */
export function namesForbidden(url: URL, isForbidden: (address: string) => boolean): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && isForbidden(host)
}

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  PRIVATE.addSubnet(network, bits, 'ipv4')
/** Public IPv6 addresses are those that are allocated globally, except for the ranges that map to IPv4 or are for documentation. */
const PUBLIC = new BlockList()
PUBLIC.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is this machine's, private, link-local, or otherwise not for the public internet (RFC 6890). */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return PRIVATE.check(address, 'ipv4')
  if (family !== 6) return true
  return PRIVATE.check(address, 'ipv6') || !PUBLIC.check(address, 'ipv6')
}
