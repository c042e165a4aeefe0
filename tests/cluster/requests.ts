import { setTimeout as sleep } from 'node:timers/promises'
import { POSITION_HEADER } from '#app/rules/constants.ts'
import { bytesAt, isPosition } from '#app/rules/log-position.ts'

/** A request that was not answered, or with a status of 500 and more. */
export type Failure = { at: number; what: string; why: string }
export type Answer = { status: number; body: Record<string, unknown>; start: number; end: number; tries: number }

type Asked = {
  method?: string
  path: string
  body?: object
  token?: string
  key?: string
  /** The visitor's network address, of which codes are bound to one; by default any. */
  address?: string
  /** What the caller has written so far, by the position that answers carry; an answer moves it on. */
  written?: Written
}
export type Written = { position?: string }

const AGAIN_MS = 200
/** Longer than any failover: after it the answer counts as lost. */
const GIVE_UP_MS = 90_000
const ONE_TRY_MS = 20_000

export type Requests = {
  /** Asks until there is an answer, as a client that resends does; undefined if there is none for very long. */
  untilAnswered: (asked: Asked) => Promise<Answer | undefined>
  failures: Failure[]
  answered: () => number
}

/** Requests to a site, each from an address of its own, because limits of addresses are not what is tested. */
export function requestsTo(origin: string): Requests {
  const failures: Failure[] = []
  let answered = 0
  return {
    failures,
    answered: () => answered,
    async untilAnswered(asked) {
      const start = performance.now()
      for (let tries = 1; performance.now() - start < GIVE_UP_MS; tries++) {
        const answer = await once(asked)
        if (answer) return { ...answer, start, end: performance.now(), tries }
        await sleep(AGAIN_MS)
      }
      return undefined
    },
  }

  async function once({ method = 'GET', path, body, token, key, address = anyAddress(), written }: Asked) {
    const what = `${method} ${path.replace(/[\w-]{22}/g, '…')}`
    const failed = (why: string) => void failures.push({ at: performance.now(), what, why })
    try {
      const answer = await fetch(`${origin}${path}`, {
        method,
        headers: {
          'x-forwarded-for': address,
          'accept-language': 'fa',
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(written?.position && { [POSITION_HEADER]: written.position }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ONE_TRY_MS),
      })
      const text = await answer.text()
      if (answer.status >= 500) return failed(`${answer.status} ${text.slice(0, 160)}`)
      const isJson = answer.headers.get('content-type')?.includes('json')
      const content = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>
      // The first try still runs, on a process that does not know that we have given up.
      if (content.type === 'REQUEST_RUNNING') return undefined
      answered += 1
      if (written) moveOn(written, answer.headers.get(POSITION_HEADER) ?? undefined)
      return { status: answer.status, body: content }
    } catch (error) {
      const { message, cause } = error as Error
      return failed(cause instanceof Error ? `${message}: ${cause.message}` : message)
    }
  }
}

/** Answers may overtake each other. */
function moveOn(written: Written, position: string | undefined) {
  if (!isPosition(position)) return
  if (!isPosition(written.position) || bytesAt(position) > bytesAt(written.position)) written.position = position
}

function anyAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}
