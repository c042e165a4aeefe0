import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  isPrivateAddress,
  namesForbidden,
  PrivateAddress,
  publicLookup,
} from '#app/providers/network/public-address.ts'

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
  const lookup = publicLookup(isForbidden)
  return async (address) => {
    const signal = AbortSignal.timeout(withinMs)
    try {
      return await textAt(address, MOST_REDIRECTS)
    } catch (error) {
      if (error instanceof CalendarNotFetched) throw error
      if (error instanceof PrivateAddress) throw new CalendarNotFetched('private')
      throw new CalendarNotFetched(signal.aborted ? 'too_slow' : 'unreachable')
    }

    async function textAt(place: string, redirects: number): Promise<string> {
      const url = URL.canParse(place) ? new URL(place) : undefined
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        throw new CalendarNotFetched('address')
      if (namesForbidden(url, isForbidden)) throw new CalendarNotFetched('private')
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
