import type { AnyMiddleware } from '@orpc/server'
import { type Person, readPerson } from '#app/api/account/person.ts'
import type { CallMeta, Owner, Role } from '#app/contract/base.ts'
import { errors } from './declared-errors.ts'

/** What a call's declared access puts into its context: a person who is there wherever one is needed. */
export type Admitted<Meta> = Meta extends { signIn: 'needed' }
  ? { person: Person; owner: readonly Owner[] }
  : Meta extends { signIn: 'possible' }
    ? { person: Person | undefined }
    : Record<never, never>

/**
 * Lets those in whom the contract admits, before the input is validated. Throws INVALID_TOKEN or BANNED_USER (§8), and
 * NOT_FOUND for a signed-in person of another role: who may not see a thing gets 404 (decisions.md).
 */
export const admit: AnyMiddleware = async ({ context, procedure, next }) => {
  const access: CallMeta = procedure['~orpc'].meta
  if (access.signIn === 'none') return next()
  const person = await readPerson(context)
  if (access.signIn !== 'needed') return next({ context: { person } })
  if (!person) throw errors.INVALID_TOKEN()
  if (!hasRole(person, access.role)) throw errors.NOT_FOUND()
  return next({ context: { person, owner: access.owner ?? [] } })
}

function hasRole({ role, companyId }: Person, needed: Role): boolean {
  if (needed === 'CLIENT' || role === 'ADMIN') return true
  return needed === 'AGENT' && role === 'AGENT' && companyId !== null
}
