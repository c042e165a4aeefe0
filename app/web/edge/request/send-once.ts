import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { subscriberOf } from '#app/rules/access/network.ts'
import { FORM_KEYS_AN_HOUR } from '#app/rules/constants.ts'
import { readDeviceKey } from '#app/rules/identity/device-key.ts'
import type { Log } from '#app/tracing/log-line.ts'
import { COOKIES, readCookies } from '#app/web/session/cookie/cookies.ts'
import { decrypt, encrypt } from '#app/web/session/cookie/encrypted-value.ts'
import { readSession } from '#app/web/session/cookie/session-cookie.ts'
import type { FormKey } from './form-key.ts'

/** A form's place in the store. */
export interface AnswerPlace {
  key: string
  /** Of whose sign-in it is, hashed: the store limits how many one takes, and a network where nobody is signed in. */
  session?: string | undefined
  clientAddress: string
}

/** Stores the answers to forms, in case they are sent again. */
export interface AnswerStore {
  /**
   * `mine` if the caller should process the form, `waiting` while another request does, `full` if the sender has taken
   * too many places, otherwise the stored answer.
   */
  take(place: AnswerPlace): Promise<'mine' | 'waiting' | 'full' | { answer: string }>
  /** `seconds` is how long the answer is valid; by default as long as answers are stored. */
  keep(place: AnswerPlace, answer: string, seconds?: number): Promise<void>
  /** Processing failed; the form may be processed again. */
  release(place: AnswerPlace): Promise<void>
}

/** What is known of a form besides its request. */
export interface Sending {
  key: FormKey | undefined
  clientAddress: string
}

/** Pauses between looks at another process's progress; half a minute altogether. */
const PAUSES_MS = [100, 200, 400, 800, 1600, ...Array.from({ length: 8 }, () => 3200)]
const WAIT_MS = 30_000
/** Per process. Requests beyond these are answered with 503 and Retry-After. */
const MAX_WAITING = 64
/** Far more than any answer to a form needs; longer answers are not kept. */
const MAX_ANSWER_BYTES = 200_000
/** A refusal changed nothing, so after this time the form is processed again. */
const REFUSAL_SECONDS = 60
/** Pauses after which an answer that could not be stored is stored again, before others may process its form. */
const STORE_AGAIN_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]
/** Answers that could not be stored stay in memory for so long, in so many characters at most. */
const UNSTORED_MS = 3_600_000
const MAX_UNSTORED = 20_000_000

/**
 * Processes a form with an idempotency key (`form-key.ts`) once, however often it is sent: after a lost connection a
 * page's script sends it again (`held-requests.live.ts`), as does a browser that reloads the answer. Repeats from the
 * same sign-in or browser get the first answer, cookies included, or wait for it. Answers of 500 and above are not
 * stored, refusals only briefly. An answer that cannot be stored for a moment is given by this process meanwhile. Beyond a sender's limit forms are processed as if they had no key. Source: quality.md, "A dropped line loses nothing"; the method is *ours*.
 */
export function createSendOnce({
  store,
  secret,
  log = () => {},
  sleep = (ms) => setTimeout(ms, undefined, { ref: false }),
  now = () => performance.now(),
}: {
  store: AnswerStore
  secret: string
  log?: Log
  sleep?: (ms: number) => Promise<unknown>
  now?: () => number
}) {
  /** Forms that this process is handling: repeats wait for these without asking the store. */
  const underWay = new Map<string, Promise<void>>()
  const unstored = new LRUCache<string, string>({
    maxSize: MAX_UNSTORED,
    sizeCalculation: (answer) => answer.length,
    ...{ ttl: UNSTORED_MS, perf: { now }, ttlResolution: 0 },
  })
  let waiting = 0

  return async (request: Request, sending: Sending, work: () => Promise<Response>): Promise<Response> => {
    const { key: given } = sending
    if (request.method !== 'POST' || !given) return work()
    const { session, sender } = senderOf(request, sending, secret)
    const key = hash('sha256', [new URL(request.url).pathname, sender, given.value].join(' '))
    const place = { key, session, clientAddress: sending.clientAddress }
    // Without the database the form fails anyway, with the site's own error page.
    const kept = await takeOrWait(place).catch(() => undefined)
    if (kept === undefined || kept === 'full') return work()
    if (kept === 'waiting') return new Response('Busy.\n', { status: 503, headers: { 'retry-after': '5' } })
    if (kept !== 'mine') {
      const answer = readAnswer(kept.answer, secret)
      if (answer) return answer
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    underWay.set(key, promise)
    try {
      return await keepAnswer({ ...store, keep }, { place, secret, log }, work)
    } finally {
      underWay.delete(key)
      resolve()
    }
  }

  async function take(place: AnswerPlace) {
    const answer = unstored.get(place.key)
    return answer === undefined ? store.take(place) : { answer }
  }

  /** What the form did is done, whether its answer can be stored or not. */
  async function keep(place: AnswerPlace, answer: string, seconds?: number) {
    try {
      await store.keep(place, answer, seconds)
    } catch (error) {
      unstored.set(place.key, answer, { ttl: seconds === undefined ? UNSTORED_MS : seconds * 1000 })
      void keepLater(place, answer, seconds)
      throw error
    }
  }

  async function keepLater(place: AnswerPlace, answer: string, seconds?: number) {
    for (const pause of STORE_AGAIN_MS) {
      await sleep(pause)
      const isStored = await store.keep(place, answer, seconds).then(
        () => true,
        () => false,
      )
      if (!isStored) continue
      unstored.delete(place.key)
      return
    }
  }

  async function takeOrWait(place: AnswerPlace) {
    const taken = await take(place)
    if (taken !== 'waiting' || waiting >= MAX_WAITING) return taken
    waiting++
    try {
      return await waitFor(place)
    } finally {
      waiting--
    }
  }

  async function waitFor(place: AnswerPlace) {
    const own = underWay.get(place.key)
    if (own) {
      await Promise.race([own, sleep(WAIT_MS)])
      return take(place)
    }
    for (const pause of PAUSES_MS) {
      await sleep(pause)
      const taken = await take(place)
      if (taken !== 'waiting') return taken
    }
    return 'waiting'
  }
}

/**
 * Who sent the key: nobody else gets the answer kept under it. A public page gives everybody the same key, so a browser
 * without a session or device cookie is identified by its network address and User-Agent.
 */
function senderOf({ url, headers }: Request, { key, clientAddress }: Sending, secret: string) {
  const cookies = readCookies(headers.get('cookie'), new URL(url).origin)
  const session = readSession(cookies, secret)?.id
  const known = session ?? readDeviceKey(cookies.get(COOKIES.device))
  const sender = known ?? (key?.isOfPage ? hash('sha256', `${clientAddress} ${headers.get('user-agent')}`) : '')
  // The id itself is a secret, and places are counted in the database.
  return { session: session && hash('sha256', session), sender }
}

async function keepAnswer(
  store: AnswerStore,
  { place, secret, log }: { place: AnswerPlace; secret: string; log: Log },
  work: () => Promise<Response>,
): Promise<Response> {
  const { status, headers, body } = await answerOf(work).catch(async (error: unknown) => {
    await logged(log, store.release(place))
    throw error
  })
  if (status >= 500 || body.length > MAX_ANSWER_BYTES) await logged(log, store.release(place))
  else {
    const value = encrypt({ status, headers, body: body.toString('base64') }, { secret, use: 'answer' })
    await logged(log, store.keep(place, value, status >= 400 ? REFUSAL_SECONDS : undefined))
  }
  return responseOf({ status, headers, body })
}

async function answerOf(work: () => Promise<Response>): Promise<Answer> {
  const answer = await work()
  return { status: answer.status, headers: [...answer.headers], body: Buffer.from(await answer.arrayBuffer()) }
}

async function logged(log: Log, stored: Promise<void>) {
  try {
    await stored
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    log('error', { name, message, stack })
  }
}

interface Answer {
  status: number
  headers: [string, string][]
  body: Buffer
}

function readAnswer(text: string, secret: string): Response | undefined {
  const value = decrypt(text, { secret, use: 'answer' }) as (Omit<Answer, 'body'> & { body: string }) | undefined
  return value && responseOf({ ...value, body: Buffer.from(value.body, 'base64') })
}

function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
}

/** Far more than a process answers in an hour; the answers' characters limit their memory. */
const MAX_IN_MEMORY = 20_000
const MAX_CHARACTERS = 50_000_000
const IN_MEMORY_MS = 3_600_000

/** In memory, for a process that uses a remote API and has no database. */
export function answersInMemory(now = () => performance.now()): AnswerStore {
  const lasting = { ttl: IN_MEMORY_MS, perf: { now }, ttlResolution: 0 }
  const kept = new LRUCache<string, { answer?: string }>({
    ...{ max: MAX_IN_MEMORY, maxSize: MAX_CHARACTERS, sizeCalculation: ({ answer = '' }) => answer.length + 1 },
    ...lasting,
  })
  const counts = new LRUCache<string, number>({ max: MAX_IN_MEMORY, ...lasting, noUpdateTTL: true })

  /** Counts one more form of the sender. */
  function hasRoom({ session, clientAddress }: AnswerPlace): boolean {
    const sender = session ?? subscriberOf(clientAddress)
    const count = (counts.get(sender) ?? 0) + 1
    counts.set(sender, count)
    return count <= (session === undefined ? FORM_KEYS_AN_HOUR.subscriber : FORM_KEYS_AN_HOUR.session)
  }

  return {
    async take(place) {
      const { key } = place
      const known = kept.get(key)
      if (known) return known.answer === undefined ? 'waiting' : { answer: known.answer }
      if (!hasRoom(place)) return 'full'
      kept.set(key, {})
      return 'mine'
    },
    async keep({ key }, answer, seconds) {
      kept.set(key, { answer }, { ttl: seconds === undefined ? IN_MEMORY_MS : seconds * 1000 })
    },
    async release({ key }) {
      kept.delete(key)
    },
  }
}
