import type { Kysely } from 'kysely'
import { isOwn } from '#app/api/account/own-data/holdings.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import type { Owner } from '#app/contract/call/base.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** What decides who takes part in a conversation: `phone`, `email` and `by_email` are its reservation's. */
export type Parties = {
  account_id: string | null
  company_id: number | null
  phone: string | null
  email: string | null
  by_email: boolean | null
}

/**
 * The side that a person takes part for in a conversation; undefined for other people's. Operators and staff with a
 * question of their own are customers.
 */
export function sideOf({ account_id, company_id, phone, email, by_email }: Parties, person: Person): Owner | undefined {
  if (account_id === person.id) return 'CUSTOMER'
  if (person.role === 'ADMIN') return 'OPERATOR'
  if (person.role === 'AGENT' && company_id !== null && person.companyId === company_id) return 'COMPANY'
  return phone !== null && isOwn({ phone, email, by_email: by_email ?? false }, person) ? 'CUSTOMER' : undefined
}

/** The same for a conversation by its id; undefined without one. */
export async function readSide(db: Kysely<DB>, conversationId: string, person: Person): Promise<Owner | undefined> {
  const parties = await db
    .selectFrom('conversation')
    .leftJoin('reservation', 'reservation.id', 'conversation.reservation_id')
    .select([
      'conversation.kind',
      'conversation.account_id',
      'conversation.company_id',
      'reservation.phone',
      'reservation.email',
      'reservation.by_email',
    ])
    .where('conversation.id', '=', conversationId)
    .executeTakeFirst()
  // A ticket may name a reservation, but is between its author and operators.
  return parties && sideOf(parties.kind === 'TICKET' ? { ...parties, phone: null } : parties, person)
}
