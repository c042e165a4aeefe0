import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why an external calendar could not be fetched: keys of `source.problem` in `locales/<language>/feeds.json`. */
export type FetchProblem = 'address' | 'private' | 'unreachable' | 'status' | 'redirects' | 'too_large' | 'too_slow'

/** An external calendar could not be fetched. */
export class CalendarNotFetched extends Error {
  readonly problem: FetchProblem
  constructor(problem: FetchProblem) {
    super(`the calendar was not fetched: ${problem}`)
    this.problem = problem
  }
}

/** Fetches the text at an address. Throws CalendarNotFetched. */
export type FetchCalendar = (address: string) => Promise<string>

const MOST_BYTES = 1_000_000
const MOST_REDIRECTS = 3
const WITHIN_MS = 10_000

/**
 * Fetches calendars from addresses that strangers chose: at most 1 MB in 10 s, three redirects, and never from this machine
 * or its network. The address that a host name resolves to is checked when the connection is made, so that it can't change in between.
 * @param isForbidden which network addresses are refused; tests allow their own machine
 */
export function createCalendarFetch({
  isForbidden = isPrivateAddress,
  withinMs = WITHIN_MS,
}: {
  isForbidden?: (address: string) => boolean
  withinMs?: number
} = {}): FetchCalendar {
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      if (found.length === 0 || found.some(({ address }) => isForbidden(address)))
        return done(new CalendarNotFetched('private'), '', 0)
      if (options.all) return done(null, found)
      return done(null, found[0]?.address ?? '', found[0]?.family ?? 4)
    })
  }
  return async (address) => {
    const signal = AbortSignal.timeout(withinMs)
    try {
      return await textAt(address, MOST_REDIRECTS)
    } catch (error) {
      if (error instanceof CalendarNotFetched) throw error
      throw new CalendarNotFetched(signal.aborted ? 'too_slow' : 'unreachable')
    }

    async function textAt(place: string, redirects: number): Promise<string> {
      const url = URL.canParse(place) ? new URL(place) : undefined
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        throw new CalendarNotFetched('address')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // A literal address is never looked up.
      if (isIP(host) && isForbidden(host)) throw new CalendarNotFetched('private')
      const answer = await answerOf(url)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy()
        if (redirects === 0) throw new CalendarNotFetched('redirects')
        return textAt(
          URL.canParse(headers.location, url.href) ? new URL(headers.location, url).href : '',
          redirects - 1,
        )
      }
      if (statusCode !== 200) {
        answer.destroy()
        throw new CalendarNotFetched('status')
      }
      return readText(answer)
    }

    function answerOf(url: URL): Promise<IncomingMessage> {
      return new Promise((done, fail) => {
        const send = url.protocol === 'https:' ? requestHttps : requestHttp
        const headers = {
          accept: 'text/calendar, text/plain;q=0.5',
          'accept-encoding': 'identity',
          'user-agent': 'Savari',
        }
        send(url, { lookup, signal, headers, agent: false }, done).on('error', fail).end()
      })
    }
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  if (Number(answer.headers['content-length'] ?? 0) > MOST_BYTES) {
    answer.destroy()
    throw new CalendarNotFetched('too_large')
  }
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_BYTES) {
      answer.destroy()
      throw new CalendarNotFetched('too_large')
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
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
