import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { endedPapers } from '#app/api/company/fleet/due/read.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { companyRoleOf } from '#app/rules/access/company-role.ts'

/** Whether the person may hand a vehicle over whose papers have ended, with a reason: the owner, and operators in their place. */
export function mayOverridePapers(person: Person): boolean {
  const role = companyRoleOf(person)
  return role === null || role === 'OWNER'
}

/**
 * Why a vehicle may not be handed over because of its papers, as the key of an error; null where it may. Source: *ours* (issue 19).
 */
export async function papersError(
  db: Kysely<DB>,
  { ad, person, reason, now }: { ad: number; person: Person; reason: string | undefined; now: Date },
): Promise<'papers_ended' | 'papers_owner' | null> {
  const ended = await endedPapers(db, { ad, now })
  if (ended.length === 0) return null
  if (!mayOverridePapers(person)) return 'papers_owner'
  return reason ? null : 'papers_ended'
}
