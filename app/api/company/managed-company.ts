import type { Person } from '#app/api/call/admission/person.ts'
import type { Claim } from '#app/api/call/admission/things.ts'
import { errors } from '#app/api/call/declared-errors.ts'

/**
 * Whose affairs a caller may see to: an AGENT their own company's, an ADMIN those of the company they name, or of all with
 * null. Throws NOT_FOUND for an AGENT who names another company (§6; decisions.md, "Identity and access").
 */
export function managedCompany(person: Person, named: number | undefined): number | null {
  if (person.role === 'ADMIN') return named ?? null
  const own = companyOf(person)
  if (named !== undefined && named !== own) throw errors.NOT_FOUND()
  return own
}

/** The same where one company must be meant: an ADMIN who names none finds nothing. */
export function oneManagedCompany(person: Person, named: number | undefined): number {
  const company = managedCompany(person, named)
  if (company === null) throw errors.NOT_FOUND()
  return company
}

/** A thing of a company for those to whom the call's contract says it belongs. Throws NOT_FOUND for everybody else, and where there is none (§6). */
export function ownOfCompany<Thing extends { company_id: number }>(
  found: Thing | undefined,
  { person, owner }: Claim,
): Thing {
  const { role, companyId } = person
  const isTheirs = role === 'ADMIN' || (role === 'AGENT' && companyId === found?.company_id)
  if (!found || !isTheirs || !owner.includes(actorOf(person))) throw errors.NOT_FOUND()
  return found
}

/** As whom somebody at a desk acts: an operator who sees to a company's affairs is not the company. */
export function actorOf({ role }: Person): 'OPERATOR' | 'COMPANY' {
  return role === 'ADMIN' ? 'OPERATOR' : 'COMPANY'
}

/** Whether the owner asks, or an operator in the owner's place: both see the money and everything else. */
export function hasOwnerRights({ role, staffRole }: Person): boolean {
  return role === 'ADMIN' || staffRole === 'OWNER'
}

function companyOf({ role, companyId }: Person): number {
  if (role !== 'AGENT' || companyId === null) throw errors.NOT_FOUND()
  return companyId
}
