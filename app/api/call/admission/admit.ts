import { type AnyMiddleware, ORPCError } from '@orpc/server'
import { admitKey } from '#app/api/call/admission/api-key.ts'
import { isHalfSignedIn, type Person, readPerson } from '#app/api/call/admission/person.ts'
import type { ApiContext } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { noteLimit } from '#app/api/call/http/rate-limit.ts'
import { countAgainst, guardLimit } from '#app/api/call/limits.ts'
import type { CallMeta, Owner, Role } from '#app/contract/call/base.ts'
import { actingAs, causedBy } from '#app/db/connection/actor.ts'
import { isKeyRevoked } from '#app/db/connection/error-code.ts'
import { looksLikeApiKey } from '#app/rules/access/api-key.ts'
import { type CompanyRole, DESK_ROLES } from '#app/rules/access/company-role.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { doesWork, type OperatorWork } from '#app/rules/access/operator-role.ts'
import { FACTOR_RECHECK_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/** What a call's declared access puts into its context: a person who is never missing where one is required. */
export type Admitted<Meta> = Meta extends { signIn: 'needed' }
  ? { person: Person; owner: readonly Owner[] }
  : Meta extends { signIn: 'possible' }
    ? { person: Person | undefined }
    : Record<never, never>

/**
 * Admits the callers that the contract allows, before the input is validated. Throws INVALID_TOKEN or BANNED_USER (§8),
 * and NOT_FOUND for a signed-in person with another role: people who may not see a thing get 404 (decisions.md). Then
 * SECOND_FACTOR_NEEDED, SECOND_FACTOR_REQUIRED and RECHECK_NEEDED for a session that has not proven enough; then
 * TOO_MANY_REQUESTS over the declared limit, UNSUPPORTED_MEDIA_TYPE for a body that is neither JSON nor a form, and
 * BAD_REQUEST for a body that is invalid for its type.
 */
export const admit: AnyMiddleware = async ({ context, procedure, next }) => {
  const { meta, route } = procedure['~orpc']
  const { key, ...admitted } = await admittedTo(meta, route, context)
  await countCall(context, meta, { ...admitted, key })
  if (context.unreadable) throw new ORPCError(context.unreadable)
  const { person } = admitted
  const { method, path } = route
  if ((method === 'GET' || meta.isRead) && key === undefined) return next({ context: admitted })
  if (!person || person.role === 'CLIENT') return causedBy(context.requestId, () => next({ context: admitted }))
  // Writes by staff and operators go into the audit log.
  const { id, role, companyId } = person
  const actor = { account: id, role, company: companyId, call: `${method} ${path}`, request: context.requestId, key }
  try {
    return await actingAs(actor, () => next({ context: admitted }))
  } catch (error) {
    throw isKeyRevoked(error) ? errors.INVALID_TOKEN() : error
  }
}

async function admittedTo(
  access: CallMeta,
  route: { method?: string; path?: string },
  context: ApiContext,
): Promise<{ person?: Person | undefined; owner?: readonly Owner[]; key?: number }> {
  if (access.signIn === 'none') return {}
  if (looksLikeApiKey(context.accessToken ?? ''))
    return { ...(await admitKey(context, access, route)), owner: ['COMPANY'] }
  const known = await readPerson(context)
  const isStep = access.signIn === 'needed' && access.halfSignedIn
  if (known && isHalfSignedIn(known) && !isStep) throw errors.SECOND_FACTOR_NEEDED()
  if (access.signIn !== 'needed') return { person: known && actingPerson(known, access) }
  if (!known) throw errors.INVALID_TOKEN()
  const person = actingPerson(known, access)
  if (known.lacksFactor && access.role !== 'CLIENT') throw errors.SECOND_FACTOR_REQUIRED()
  if (!hasRole(person, access.role)) throw errors.NOT_FOUND()
  const isRechecked = access.recheck === 'OPERATORS' ? known.role === 'ADMIN' : access.recheck
  if (isRechecked && !isFresh(person, context.deps.now())) throw errors.RECHECK_NEEDED()
  return { person, owner: access.owner ?? [] }
}

/** Whether the second factor was proven recently; true for people without one. */
export function isFresh({ hasFactor, factorAt }: Person, now: Date): boolean {
  if (!hasFactor) return true
  return factorAt !== null && now.getTime() - factorAt.getTime() <= FACTOR_RECHECK_MINUTES * MINUTE_MS
}

type Acting = { company?: readonly CompanyRole[] | undefined; operator?: readonly OperatorWork[] | undefined }

/**
 * Staff whose role does not allow this for their company are treated like people without a company, and operators of
 * other work like customers.
 */
export function actingPerson(person: Person, { company = DESK_ROLES, operator }: Acting): Person {
  const isOperator = person.role === 'ADMIN' && (!operator || doesWork(person.operatorRole, operator))
  return {
    ...person,
    ...(person.role === 'ADMIN' && !isOperator && { role: 'CLIENT' }),
    companyId: company.includes(person.staffRole) ? person.companyId : null,
  }
}

/** Throws TOO_MANY_REQUESTS for a call that is made more often than the contract allows; its answer says what is left. */
async function countCall(
  context: ApiContext,
  { limit: allowed }: CallMeta,
  { person, key }: { person?: Person | undefined; key?: number | undefined },
) {
  if (!allowed) return
  const { bucket, seconds: window } = allowed
  const most = person?.role === 'ADMIN' ? (allowed.operators ?? allowed.most) : allowed.most
  // A program uses up its own limits, not those of the owner in whose name it acts.
  const caller = key === undefined ? (person?.id ?? subscriberOf(context.clientAddress)) : `key ${key}`
  const left = await countAgainst(context.deps, `${bucket} ${caller}`, most, window)
  noteLimit(context.answerHeaders, { bucket, most, window, left })
  guardLimit(left)
}

function hasRole({ role, companyId }: Person, needed: Role): boolean {
  if (needed === 'CLIENT' || role === 'ADMIN') return true
  return needed === 'AGENT' && role === 'AGENT' && companyId !== null
}
