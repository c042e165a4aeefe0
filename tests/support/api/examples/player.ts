import { type Call, callsOf } from '#app/contract/call/calls.ts'
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

export type Player = ReturnType<typeof createPlayer>
export type Play = ReturnType<typeof createPlayer>['play']

const CALLS = new Map(callsOf(contract).map((call) => [call.name, call]))

/** Sends requests to the demonstration and keeps the first good answer of each call. */
export function createPlayer({ site, tokenOf }: Pick<World, 'site' | 'tokenOf'>) {
  const examples: Record<string, Example> = {}
  const failures: string[] = []

  async function play<Answer = Any>(name: string, request: Request = {}): Promise<Answer> {
    const call = CALLS.get(name)
    if (!call) throw new Error(`no call ${name}`)
    const { method } = call
    const path = addressOf(call, request)
    const token = tokenFor(call, request)
    const { form, body = method === 'GET' || form ? undefined : {} } = request
    const answer = await site
      .fetch(`/api${path}`, {
        method,
        headers: {
          'accept-language': 'en',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(form ? { body: formOf(form) } : body && { body: JSON.stringify(body) }),
      })
      .catch((error: unknown) => String(error))
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

  return { play, scene, playPlainReads, examples, failures }
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
