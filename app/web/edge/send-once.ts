import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { decrypt, encrypt } from '#app/web/session/encrypted-value.ts'

/** Where the answers to forms are kept that may be sent again. */
export interface AnswerStore {
  /** `mine` where nobody has done it yet, `waiting` while somebody does, else the answer that was kept. */
  take(key: string): Promise<'mine' | 'waiting' | { answer: string }>
  keep(key: string, answer: string): Promise<void>
  /** It failed, and may be done anew. */
  release(key: string): Promise<void>
}

const HEADER = 'idempotency-key'
const KEY = /^[\w-]{16,64}$/
const POLL_MS = 100
const WAIT_MS = 30_000
/** Far more than the answer to a form; a longer one is not kept. */
const MAX_ANSWER_BYTES = 200_000

/**
 * Does a form once that a browser sends with a key, however often it comes: the line may be lost after it has arrived, and
 * the page's script then sends it again (`router-requests.live.ts`). What comes again gets the first answer, cookies
 * included; while the first is under way it waits for it. An answer of 500 or more does not count. Source: quality.md,
 * "A dropped line loses nothing"; the way is *ours*.
 */
export function createSendOnce({ store, secret }: { store: AnswerStore; secret: string }) {
  return async (request: Request, work: () => Promise<Response>): Promise<Response> => {
    const given = request.headers.get(HEADER)
    if (request.method !== 'POST' || !given || !KEY.test(given)) return work()
    const key = hash('sha256', `${new URL(request.url).pathname} ${given}`)
    // Without its database the site can do nothing of a form either, and says so by itself.
    const kept = await takeOrWait(store, key).catch(() => undefined)
    if (kept === undefined) return work()
    if (kept === 'waiting') return new Response('Busy.\n', { status: 503, headers: { 'retry-after': '5' } })
    if (kept !== 'mine') {
      const answer = readAnswer(kept.answer, secret)
      if (answer) return answer
    }
    return keepAnswer(store, { key, secret }, work)
  }
}

async function takeOrWait(store: AnswerStore, key: string) {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const taken = await store.take(key)
    if (taken !== 'waiting' || performance.now() > until) return taken
    await sleep(POLL_MS)
  }
}

async function keepAnswer(
  store: AnswerStore,
  { key, secret }: { key: string; secret: string },
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    const answer = await work()
    const body = Buffer.from(await answer.arrayBuffer())
    const { status } = answer
    const headers = [...answer.headers]
    if (status >= 500 || body.length > MAX_ANSWER_BYTES) await store.release(key)
    else {
      const value = { status, headers, body: body.toString('base64') }
      await store.keep(key, encrypt(value, { secret, use: 'answer' }))
    }
    return responseOf({ status, headers, body })
  } catch (error) {
    await store.release(key)
    throw error
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

const MAX_IN_MEMORY = 1_000

/** For a process without a database, whose pages ask a remote API: its own answers. */
export function answersInMemory(): AnswerStore {
  const kept = new LRUCache<string, { answer?: string }>({ max: MAX_IN_MEMORY, ttl: 3_600_000 })
  return {
    async take(key) {
      const known = kept.get(key)
      if (known) return known.answer === undefined ? 'waiting' : { answer: known.answer }
      kept.set(key, {})
      return 'mine'
    },
    async keep(key, answer) {
      kept.set(key, { answer })
    },
    async release(key) {
      kept.delete(key)
    },
  }
}
