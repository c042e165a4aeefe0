import { CALLS } from './generated/calls.ts'
import type { Calls } from './generated/types.ts'
import { type CallOptions, type ClientOptions, createSender } from './request.ts'

export type { ClientOptions }

type Nested = {
  [name: string]: Nested | ((input?: Record<string, unknown>, options?: CallOptions) => Promise<unknown>)
}

/**
 * A client of the API: each call is a function of its noun, `client.reservations.offers({ … })`. Fields of path, query and body are
 * given together. Rejects with an `ApiError` for a refusal, and with a `ConnectionError` where no answer came.
 */
export function createClient(options: ClientOptions): Calls {
  const send = createSender(options)
  const client: Nested = {}
  for (const [name, call] of Object.entries(CALLS)) {
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    let group = client
    for (const part of parts) {
      group[part] ??= {}
      group = group[part] as Nested
    }
    group[last] = (input, perCall) => send(call, input ?? {}, perCall ?? {})
  }
  return client as unknown as Calls
}
