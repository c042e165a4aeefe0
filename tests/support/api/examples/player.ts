import { isDeepStrictEqual } from 'node:util'
import { type Call, callsOf } from '#app/contract/call/calls.ts'
import { takesKey } from '#app/contract/call/repeatable.ts'
import { contract } from '#app/contract/contract.ts'
import type { DemonstrationIdentity } from '#app/rules/identity/demonstration-people.ts'
import type { World } from './world.ts'

/** A request of an example and its answer, as they stand in the documents. */
export interface Example {
  method: string
  /** With its query, below `/api`. */
  path: string
  body?: unknown
  status: number
  answer?: unknown
}

interface Request {
  /** Who calls, by default whoever the call is for; a key or token of another person. */
  as?: DemonstrationIdentity | { token: string }
  /** Values of the path: `id` or others by name. */
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: object | undefined
  form?: Record<string, string | number | File>
}

/** What was seen of a call's answer besides its body; absent where it does not apply. */
interface Conventions {
  cache: string | null
  /** Whether a read with its tag answers 304. */
  isConditional?: boolean
  isCreated?: boolean
  /** Whether the address of what was created answers. */
  isFound?: boolean
  /** Whether the same key got the same answer. */
  isRepeated?: boolean
}

interface Sent {
  name: string
  call: Call
  answer: Response
  text: string | undefined
  token: string | undefined
  send: (headers?: Record<string, string>) => Promise<Response | string>
}

export type Player = ReturnType<typeof createPlayer>
export type Play = ReturnType<typeof createPlayer>['play']

const CALLS = new Map(callsOf(contract).map((call) => [call.name, call]))

/** Sends requests to the demonstration and keeps the first good answer of each call. */
export function createPlayer({ site, tokenOf }: Pick<World, 'site' | 'tokenOf'>) {
  const examples: Record<string, Example> = {}
  const failures: string[] = []
  const conventions: Record<string, Conventions> = {}

  async function play<Answer = Any>(name: string, request: Request = {}): Promise<Answer> {
    const call = CALLS.get(name)
    if (!call) throw new Error(`no call ${name}`)
    const { method } = call
    const path = addressOf(call, request)
    const token = tokenFor(call, request)
    const { form, body = method === 'GET' || form ? undefined : {} } = request
    const key = examples[name] || method !== 'POST' ? undefined : `example ${name}`
    const send = (more: Record<string, string> = {}) =>
      site
        .fetch(`/api${path}`, {
          method,
          headers: {
            'accept-language': 'en',
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...(key && { 'idempotency-key': key }),
            ...more,
          },
          ...(form ? { body: formOf(form) } : body && { body: JSON.stringify(body) }),
        })
        .catch((error: unknown) => String(error))
    const answer = await send()
    if (typeof answer === 'string') {
      failures.push(`${name}: ${answer}`)
      return {} as Answer
    }
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const text = isJson || !answer.ok ? await answer.text() : undefined
    if (!answer.ok) {
      failures.push(`${name}: ${method} ${path} ${JSON.stringify(body ?? {})} answers ${answer.status} ${text}`)
      return {} as Answer
    }
    await answer.body?.cancel().catch(() => {})
    await noteConventions({ name, call, answer, text, token, send })
    const found = isJson && text ? (JSON.parse(text) as Answer) : undefined
    examples[name] ??= {
      ...{ method, path },
      ...(request.body && { body: request.body }),
      ...(form && { body: namesIn(form) }),
      status: answer.status,
      ...(found !== undefined && { answer: found }),
    }
    return (found ?? {}) as Answer
  }

  /** How a call keeps what all calls have in common: tags of reads, addresses of what was created, answers to a repeated key. */
  async function noteConventions({ name, call, answer, text, token, send }: Sent) {
    if (conventions[name]) return
    const { headers, status } = answer
    const facts: Conventions = { cache: headers.get('cache-control') }
    conventions[name] = facts
    const tag = headers.get('etag')
    if (call.method === 'GET' && tag) {
      const again = await send({ 'if-none-match': tag })
      facts.isConditional = typeof again !== 'string' && again.status === 304
    }
    if (call.method !== 'POST') return
    const location = headers.get('location')
    if (location) {
      const made = await site.fetch(location, { headers: token ? { authorization: `Bearer ${token}` } : {} })
      facts.isFound = made.ok
      await made.body?.cancel()
    }
    facts.isCreated = status === 201
    if (!takesKey({ method: 'POST', path: call.path, successStatus: status })) return
    const again = await send()
    facts.isRepeated =
      typeof again !== 'string' &&
      again.status === status &&
      isDeepStrictEqual(await again.json(), JSON.parse(text ?? 'null'))
  }

  function tokenFor({ access }: Call, { as }: Request): string | undefined {
    if (typeof as === 'object') return as.token
    if (as) return tokenOf(as)
    if (access.signIn === 'none') return undefined
    if (access.signIn === 'possible' || access.role === 'CLIENT') return tokenOf('owner')
    return tokenOf(access.role === 'ADMIN' ? 'admin' : 'agency')
  }

  /** Plays all reads that need no more than their address and have no example yet. */
  async function playPlainReads() {
    for (const { name, method, path } of CALLS.values())
      if (method === 'GET' && !path.includes('{') && !examples[name]) await play(name)
  }

  /** Plays some calls that need each other; what ends them is a failure, and the others go on. */
  async function scene(run: () => Promise<void>) {
    await run().catch((error: unknown) => failures.push(String((error as Error).stack ?? error)))
  }

  return { play, scene, playPlainReads, examples, failures, conventions }
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of all calls, whose shapes their document checks
type Any = any

function addressOf({ path }: Call, { path: values = {}, query = {} }: Request): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 'x')))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const asked = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return asked ? `${filled}?${asked}` : filled
}

function formOf(fields: NonNullable<Request['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value instanceof File ? value : String(value))
  return form
}

/** A form's fields, its files by their names, and those of one list (`amounts[0]`) as a list. */
function namesIn(fields: NonNullable<Request['form']>): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    const [, list] = /^(\w+)\[\d+\]$/.exec(field) ?? []
    const shown = value instanceof File ? value.name : value
    if (list) named[list] = [...((named[list] as unknown[] | undefined) ?? []), shown]
    else named[field] = shown
  }
  return named
}
