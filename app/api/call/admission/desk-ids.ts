import { type AnyMiddleware, ORPCError } from '@orpc/server'
import type { Kysely } from 'kysely'
import type { ApiContext } from '#app/api/call/context.ts'
import type { CallMeta } from '#app/contract/call/base.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Person } from './person.ts'

/**
 * Gives a company's staff the shared id of each reservation of theirs instead of its own, in every answer: whoever knows
 * its own id manages it without signing in, so that a company could cancel in its customer's name. Calls about a
 * reservation accept either. Source: decisions.md, "A voucher's address"; one place for all calls is *ours*.
 */
export const showDeskIds: AnyMiddleware = async ({ context, procedure, next }) => {
  const meta: CallMeta = procedure['~orpc'].meta
  const { deps, person } = context as ApiContext & { person?: Person }
  const company = meta.signIn === 'needed' && person?.role === 'AGENT' ? person.companyId : null
  if (company === null) return next()
  try {
    const answer = await next()
    return { ...answer, output: await withDeskIds(deps.db, company, answer.output) }
  } catch (error) {
    if (error instanceof ORPCError) Object.assign(error, { data: await withDeskIds(deps.db, company, error.data) })
    throw error
  }
}

const ID = /^[A-Za-z0-9_-]{22,64}$/

/** A company's answer with the shared ids of its reservations. */
export async function withDeskIds(db: Kysely<DB>, company: number, answer: unknown): Promise<unknown> {
  const ids = new Set<string>()
  walk(answer, (text) => {
    if (ID.test(text)) ids.add(text)
    return text
  })
  if (ids.size === 0) return answer
  const rows = await db
    .selectFrom('reservation')
    .select(['id', 'share_id'])
    .where((of) => of('id', '=', of.fn.any(of.val([...ids]))))
    .where('company_id', '=', company)
    .execute()
  const shared = new Map(rows.map(({ id, share_id }) => [id, share_id]))
  return shared.size === 0 ? answer : walk(answer, (text) => shared.get(text) ?? text)
}

/** An answer with each of its texts changed; files and everything else stay as they are. */
function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => walk(one, change))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, change)]))
}
