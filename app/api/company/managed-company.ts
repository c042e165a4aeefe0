import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim } from '#app/api/call/admission/things.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { DB } from '#app/db/connection/schema.ts'

/**
 * The company that a caller may act for: an AGENT for their own, an ADMIN for the one they name, or for all with null. Throws
 * NOT_FOUND for an AGENT who names another company (§6; decisions.md, "Identity and access"), and where there is no such company.
 */
export async function managedCompany(
  db: Kysely<DB>,
  person: Person,
  named: number | undefined,
): Promise<number | null> {
  if (person.role !== 'ADMIN') {
    const own = companyOf(person)
    if (named !== undefined && named !== own) throw errors.NOT_FOUND()
    return own
  }
  if (named === undefined) return null
  const found = await db.selectFrom('company').select('id').where('id', '=', named).executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found.id
}

/** The same if one company is required: for an ADMIN who names none it throws NOT_FOUND. */
export async function oneManagedCompany(db: Kysely<DB>, person: Person, named: number | undefined): Promise<number> {
  const company = await managedCompany(db, person, named)
  if (company === null) throw errors.NOT_FOUND()
  return company
}

/**
 * A company's thing, for the people to whom it belongs by the call's contract. Throws NOT_FOUND for everybody else, and
 * if there is none (§6).
 */
export function ownOfCompany<Thing extends { company_id: number }>(
  found: Thing | undefined,
  { person, owner }: Claim,
): Thing {
  const { role, companyId } = person
  const isTheirs = role === 'ADMIN' || (role === 'AGENT' && companyId === found?.company_id)
  if (!found || !isTheirs || !owner.includes(actorOf(person))) throw errors.NOT_FOUND()
  return found
}

/** The actor for somebody at a desk: an operator who acts for a company is not the company. */
export function actorOf({ role }: Person): 'OPERATOR' | 'COMPANY' {
  return role === 'ADMIN' ? 'OPERATOR' : 'COMPANY'
}

/** Whether the caller is the owner, or an operator in the owner's place: both see the money and everything else. */
export function hasOwnerRights({ role, staffRole }: Person): boolean {
  return role === 'ADMIN' || staffRole === 'OWNER'
}

function companyOf({ role, companyId }: Person): number {
  if (role !== 'AGENT' || companyId === null) throw errors.NOT_FOUND()
  return companyId
}
