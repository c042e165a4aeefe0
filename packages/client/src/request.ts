import { ApiError, ConnectionError, secondsOf } from './errors.ts'

export interface ClientOptions {
  /** The API's address: `https://…/api`. */
  url: string
  /** An access token of a person or a key of a company, or a function that answers the present one. */
  token?: string | (() => string | Promise<string>)
  /** The language of names and sentences: fa, en, ar, tr or de. */
  language?: string
  /** How often a call is repeated that was refused for now, or that got no answer; by default twice. */
  retries?: number
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

export interface CallOptions {
  signal?: AbortSignal
  /** Calls with the same key and input are carried out once; each POST has one of its own without it. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

type Input = Record<string, unknown>
type Send = (call: string, input: Input, options: CallOptions) => Promise<unknown>

/** Statuses after which the same call may succeed later; nothing was done. */
const LATER = [429, 503]
const LONGEST_WAIT_SECONDS = 60
const FIRST_WAIT_SECONDS = 0.5

/** Sends calls as `generated/calls.ts` describes them, and repeats what may be repeated. */
export function createSender({ url, token, language, retries = 2, fetch: send = fetch }: ClientOptions): Send {
  return async (call, input, { signal, idempotencyKey, headers = {} }) => {
    const [method = 'GET', path = '', marks = '', named = ''] = call.split(' ')
    const target = targetOf({ method, path, named, input })
    const key = method === 'POST' ? (idempotencyKey ?? crypto.randomUUID()) : undefined
    const isRepeatable = method !== 'POST' && method !== 'PATCH' ? true : marks.includes('k')
    const bearer = typeof token === 'function' ? await token() : token
    const request = () => {
      const all = new Headers({ accept: 'application/json', ...headers })
      if (language) all.set('accept-language', language)
      if (bearer) all.set('authorization', `Bearer ${bearer}`)
      if (key) all.set('idempotency-key', key)
      const body = bodyOf(method, target.rest, marks.includes('f'))
      if (typeof body === 'string') all.set('content-type', 'application/json')
      return new Request(url.replace(/\/$/, '') + target.path, {
        method,
        headers: all,
        body: body ?? null,
        signal: signal ?? null,
      })
    }
    for (let tried = 0; ; tried++) {
      let response: Response
      try {
        response = await send(request())
      } catch (cause) {
        if (signal?.aborted) throw signal.reason
        if (!isRepeatable || tried >= retries) throw new ConnectionError('The API did not answer.', { cause })
        await wait(secondsBefore(tried), signal)
        continue
      }
      if (response.ok) return answerOf(response)
      const asked = secondsOf(response.headers.get('retry-after'))
      const mayRepeat = LATER.includes(response.status) || (isRepeatable && response.status >= 502)
      if (!mayRepeat || tried >= retries || (asked ?? 0) > LONGEST_WAIT_SECONDS) throw await errorOf(response)
      await response.body?.cancel()
      await wait(asked ?? secondsBefore(tried), signal)
    }
  }
}

/** The address of a call, and the fields that are left for its body. */
function targetOf({ method, path, named, input }: { method: string; path: string; named: string; input: Input }) {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  const names = method === 'GET' ? Object.keys(rest) : named.split(',')
  for (const name of names) {
    for (const value of [rest[name]].flat())
      if (value !== undefined && value !== null) query.append(name, String(value))
    delete rest[name]
  }
  return { path: query.size > 0 ? `${filled}?${query}` : filled, rest }
}

function bodyOf(method: string, fields: Input, isForm: boolean): string | FormData | undefined {
  if (method === 'GET') return undefined
  if (!isForm) return JSON.stringify(fields)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) form.append(name, one instanceof Blob ? one : String(one))
    }
  }
  return form
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.json() : response.blob()
}

async function errorOf(response: Response): Promise<ApiError> {
  const problem = await response.json().catch(() => ({}))
  return new ApiError(response, problem as Record<string, unknown>)
}

/** Doubles with each try; the random half keeps many clients from coming back together. */
function secondsBefore(tried: number): number {
  return FIRST_WAIT_SECONDS * 2 ** tried * (0.5 + Math.random() / 2)
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
