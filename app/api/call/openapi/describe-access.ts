import type { CallLimit, CallMeta, Owner } from '#app/contract/call/base.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '#app/rules/time/durations.ts'

const OWNERS: Record<Owner, string> = {
  CUSTOMER: 'its owner',
  COMPANY: 'company staff',
  OPERATOR: 'operators',
}

/** In plain sentences: who makes a call, and how often at most. Source: the contract's own declaration. */
export function describeAccess(access: CallMeta): string {
  const limit = access.limit ? ` ${describeLimit(access.limit)}` : ''
  return `${callersOf(access)}.${limit}`
}

function callersOf(access: CallMeta): string {
  if (access.signIn === 'none') return 'Public'
  if (access.signIn === 'possible') return 'Public; a token is optional'
  if (access.role === 'ADMIN') return `For operators${worksOf(access.operator)}`
  if (access.role === 'AGENT') return `For a company’s staff (${(access.company ?? []).join(', ')}) and operators`
  const owners = access.owner?.map((owner) => OWNERS[owner]) ?? []
  return `For ${owners.length > 0 ? owners.join(', ') : 'signed-in people'}`
}

const worksOf = (works: readonly string[] | undefined) => (works?.length ? ` (ALL, ${works.join(', ')})` : '')

function describeLimit({ most, seconds }: CallLimit): string {
  const span = SPANS.find(([length]) => seconds % length === 0) ?? SPANS[2]
  const count = seconds / span[0]
  return `At most ${most} ${count === 1 ? span[1] : `in ${count} ${span[2]}`}.`
}

const SPANS = [
  [HOUR_SECONDS, 'an hour', 'hours'],
  [MINUTE_SECONDS, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const
