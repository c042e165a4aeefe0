import type { CallMeta } from './base.ts'

type Declared = { '~orpc'?: { route?: { method?: string; path?: string }; meta?: CallMeta } }

/** A call as the contract declares it. */
export type Call = {
  /** Its names in the contract: `reservations.read`. */
  name: string
  method: string
  /** As written in the contract, mostly with a trailing slash. */
  path: string
  /** Who may call. */
  access: CallMeta
}

/** Every call of a part of the contract. Throws an Error for a call that does not declare who may call. */
export function callsOf(part: unknown, names: readonly string[] = []): Call[] {
  if (!part || typeof part !== 'object') return []
  const { route, meta } = (part as Declared)['~orpc'] ?? {}
  if (!route?.path) return Object.entries(part).flatMap(([name, inner]) => callsOf(inner, [...names, name]))
  const name = names.join('.')
  if (!meta?.signIn) throw new Error(`${name} does not declare who may call`)
  return [{ name, method: route.method ?? 'POST', path: route.path, access: meta }]
}
